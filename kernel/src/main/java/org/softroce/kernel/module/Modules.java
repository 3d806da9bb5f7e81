package org.softroce.kernel.module;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Loads and unloads modules; a service of the kernel bundle.
 *
 * @mirrors kernel/module/main.c
 */
@ProviderType
public interface Modules {

    /**
     * A module that is installed.
     *
     * @param sizeBytes size of its bundle
     * @param usedBy names of loaded modules that depend on it
     */
    record ModuleInfo(String name, List<String> depends, List<String> aliases, boolean loaded, long sizeBytes,
            List<String> usedBy) { }

    /** Installed modules, most recently loaded first, as {@code lsmod} orders them; not loaded ones last. */
    List<ModuleInfo> list();

    /** By name ({@code -} and {@code _} are the same) or alias; {@code null} if not installed. */
    ModuleInfo find(String nameOrAlias);

    /** {@code modprobe}: loads what it needs, then itself; nothing happens if loaded. ENOENT if not installed. */
    void load(String nameOrAlias);

    /** {@code insmod}: loads only itself; EEXIST if loaded, ENOENT naming the unknown symbols if a need is absent. */
    void insert(String name);

    /** {@code rmmod}: EBUSY naming the users while another loaded module needs it, ENOENT if not loaded. */
    void remove(String name);

    /** {@code request_module}: like {@link #load} but answers false when there is none. Safe from kernel-side code. */
    boolean request(String alias);
}

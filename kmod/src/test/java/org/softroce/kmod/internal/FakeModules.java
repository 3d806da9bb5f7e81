package org.softroce.kmod.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.softroce.kernel.module.Modules;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/** Modules without bundles. */
final class FakeModules implements Modules {

    private final Map<String, ModuleInfo> installed = new LinkedHashMap<>();
    /** The youngest first. */
    private final List<String> loaded = new ArrayList<>();

    void install(String name, long size, List<String> depends, List<String> aliases) {
        installed.put(name, new ModuleInfo(name, depends, aliases, false, size, List.of()));
    }

    @Override
    public List<ModuleInfo> list() {
        List<String> names = new ArrayList<>(loaded);
        installed.keySet().stream().filter(name -> !loaded.contains(name)).forEach(names::add);
        return names.stream().map(this::find).toList();
    }

    @Override
    public ModuleInfo find(String nameOrAlias) {
        String wanted = nameOrAlias.replace('-', '_');
        for (ModuleInfo info : installed.values()) {
            if (info.name().equals(wanted) || info.aliases().contains(nameOrAlias)) {
                List<String> users = loaded.stream()
                        .filter(user -> installed.get(user).depends().contains(info.name())).toList();
                return new ModuleInfo(info.name(), info.depends(), info.aliases(), loaded.contains(info.name()),
                        info.sizeBytes(), users);
            }
        }
        return null;
    }

    @Override
    public void load(String nameOrAlias) {
        ModuleInfo module = find(nameOrAlias);
        if (module == null) {
            throw new ErrnoException(Errno.ENOENT, "needs " + nameOrAlias);
        }
        if (!module.loaded()) {
            module.depends().forEach(this::load);
            loaded.addFirst(module.name());
        }
    }

    @Override
    public void insert(String name) {
        ModuleInfo module = find(name);
        if (module.loaded()) {
            throw new ErrnoException(Errno.EEXIST, "loaded already");
        }
        List<String> missing = module.depends().stream().filter(need -> !loaded.contains(need)).toList();
        if (!missing.isEmpty()) {
            throw new ErrnoException(Errno.ENOENT, "needs " + String.join(", ", missing));
        }
        loaded.addFirst(module.name());
    }

    @Override
    public void remove(String name) {
        if (!find(name).usedBy().isEmpty()) {
            throw new ErrnoException(Errno.EBUSY, "used");
        }
        loaded.remove(name);
    }

    @Override
    public boolean request(String alias) {
        throw new UnsupportedOperationException(alias);
    }
}

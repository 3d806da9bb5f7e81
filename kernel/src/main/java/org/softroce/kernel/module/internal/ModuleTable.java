package org.softroce.kernel.module.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.module.Modules;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * The rules of loading: needs first, nothing that is used goes. Holds no lock while a module starts or stops, so that
 * a starting module may ask for others.
 *
 * @mirrors kernel/module/main.c
 */
final class ModuleTable implements Modules {

    private static final Logger LOG = LoggerFactory.getLogger(ModuleTable.class);
    private static final Comparator<ModuleUnit> LSMOD_ORDER = Comparator
            .comparing((ModuleUnit unit) -> unit.isLoaded() ? 0 : 1)
            .thenComparing(ModuleUnit::loadedAt, Comparator.reverseOrder());

    private final Supplier<List<? extends ModuleUnit>> installed;

    ModuleTable(Supplier<List<? extends ModuleUnit>> installed) {
        this.installed = installed;
    }

    @Override
    public List<ModuleInfo> list() {
        List<ModuleUnit> units = ordered();
        return units.stream().map(unit -> info(unit, units)).toList();
    }

    @Override
    public ModuleInfo find(String nameOrAlias) {
        List<ModuleUnit> units = ordered();
        ModuleUnit unit = unit(nameOrAlias, units);
        return unit == null ? null : info(unit, units);
    }

    private List<ModuleUnit> ordered() {
        List<ModuleUnit> units = new ArrayList<>(installed.get());
        units.sort(LSMOD_ORDER);
        return units;
    }

    private static ModuleUnit unit(String nameOrAlias, List<ModuleUnit> units) {
        for (ModuleUnit unit : units) {
            if (unit.header().isNamed(nameOrAlias)) {
                return unit;
            }
        }
        return null;
    }

    private static ModuleInfo info(ModuleUnit unit, List<ModuleUnit> units) {
        ModuleHeader header = unit.header();
        return new ModuleInfo(header.name(), header.depends(), header.aliases(), unit.isLoaded(), unit.sizeBytes(),
                users(header.name(), units));
    }

    private static List<String> users(String name, List<ModuleUnit> units) {
        return units.stream().filter(user -> user.isLoaded() && user.header().depends().contains(name))
                .map(user -> user.header().name()).toList();
    }

    @Override
    public void load(String nameOrAlias) {
        List<ModuleUnit> units = ordered();
        ModuleUnit unit = unit(nameOrAlias, units);
        if (unit == null) {
            throw notInstalled(nameOrAlias, units);
        }
        load(unit, units, new ArrayList<>());
    }

    private static void load(ModuleUnit unit, List<ModuleUnit> units, List<String> way) {
        String name = unit.header().name();
        if (way.contains(name)) {
            throw new ErrnoException(Errno.ELOOP, "modules need each other in a circle: " + way + " -> " + name);
        }
        if (unit.isLoaded()) {
            return;
        }
        way.add(name);
        for (String need : unit.header().depends()) {
            ModuleUnit needed = unit(need, units);
            if (needed == null) {
                throw new ErrnoException(Errno.ENOENT, "module " + name + " needs module " + need
                        + ", which no installed bundle carries; install its bundle");
            }
            load(needed, units, way);
        }
        way.removeLast();
        unit.start();
    }

    @Override
    public void insert(String name) {
        List<ModuleUnit> units = ordered();
        ModuleUnit unit = unit(name, units);
        if (unit == null) {
            throw notInstalled(name, units);
        }
        if (unit.isLoaded()) {
            throw new ErrnoException(Errno.EEXIST, "module " + unit.header().name() + " is loaded already");
        }
        List<String> missing = unit.header().depends().stream()
                .filter(need -> unit(need, units) == null || !unit(need, units).isLoaded()).toList();
        if (!missing.isEmpty()) {
            throw new ErrnoException(Errno.ENOENT, "module " + unit.header().name() + " needs "
                    + String.join(", ", missing) + ", not loaded; use modprobe, which loads what a module needs");
        }
        unit.start();
    }

    @Override
    public void remove(String name) {
        List<ModuleUnit> units = ordered();
        ModuleUnit unit = unit(name, units);
        if (unit == null) {
            throw notInstalled(name, units);
        }
        if (!unit.isLoaded()) {
            throw new ErrnoException(Errno.ENOENT, "module " + unit.header().name() + " is not loaded");
        }
        List<String> users = users(unit.header().name(), units);
        if (!users.isEmpty()) {
            throw new ErrnoException(Errno.EBUSY, "module " + unit.header().name() + " is in use by "
                    + String.join(", ", users) + "; remove " + (users.size() == 1 ? "it" : "them") + " first");
        }
        unit.stop();
    }

    @Override
    public boolean request(String alias) {
        ModuleUnit unit = unit(alias, ordered());
        if (unit == null) {
            return false;
        }
        try {
            load(alias);
            return true;
        } catch (ErrnoException e) {
            LOG.warn("module {} was asked for and does not load: {}", alias, e.getMessage());
            return false;
        }
    }

    private static ErrnoException notInstalled(String name, List<ModuleUnit> units) {
        return new ErrnoException(Errno.ENOENT, "no installed bundle carries a module '" + name + "'; there are "
                + String.join(", ", units.stream().map(unit -> unit.header().name()).sorted().toList()));
    }
}

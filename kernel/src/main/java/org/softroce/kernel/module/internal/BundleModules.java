package org.softroce.kernel.module.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.softroce.kernel.module.Modules;

/**
 * Modules of all installed bundles.
 *
 * @mirrors kernel/module/main.c#modules
 */
@Component(service = Modules.class)
public final class BundleModules implements Modules {

    private final BundleContext context;
    private final ModuleTable table = new ModuleTable(this::units);
    private final Map<String, BuiltinModule> builtins = new ConcurrentHashMap<>();
    private final Map<Long, Long> startedAt = new ConcurrentHashMap<>();
    private final AtomicLong clock = new AtomicLong();
    private final SynchronousBundleListener listener = this::changed;

    @Activate
    public BundleModules(BundleContext context) {
        this.context = context;
        context.addBundleListener(listener);
    }

    @Deactivate
    void deactivate() {
        context.removeBundleListener(listener);
    }

    private void changed(BundleEvent event) {
        if (event.getType() == BundleEvent.STARTED) {
            startedAt.put(event.getBundle().getBundleId(), clock.incrementAndGet());
        }
    }

    private List<ModuleUnit> units() {
        List<ModuleUnit> units = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            String header = bundle.getHeaders("").get(ModuleHeader.NAME);
            if (header == null) {
                continue;
            }
            for (ModuleHeader module : ModuleHeader.parse(header)) {
                units.add(module.builtin()
                        ? builtins.computeIfAbsent(module.name(), _ -> new BuiltinModule(module, clock))
                        : new BundleModule(bundle, module, startedAt.getOrDefault(bundle.getBundleId(), 0L)));
            }
        }
        builtins.values().stream().filter(builtin -> !builtin.isLoaded() && isNeeded(builtin.header().name(), units))
                .forEach(BuiltinModule::start);
        return units;
    }

    /** A bundle may have been started by the framework, past our rules. */
    private static boolean isNeeded(String name, List<ModuleUnit> units) {
        return units.stream().anyMatch(unit -> unit.isLoaded() && unit.header().depends().contains(name));
    }

    @Override
    public List<ModuleInfo> list() {
        return table.list();
    }

    @Override
    public ModuleInfo find(String nameOrAlias) {
        return table.find(nameOrAlias);
    }

    @Override
    public void load(String nameOrAlias) {
        table.load(nameOrAlias);
    }

    @Override
    public void insert(String name) {
        table.insert(name);
    }

    @Override
    public void remove(String name) {
        table.remove(name);
    }

    @Override
    public boolean request(String alias) {
        return table.request(alias);
    }
}

package org.softroce.verbs.internal;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.driver.VerbsDeviceOps;
import org.softroce.verbs.driver.VerbsMatch;
import org.softroce.verbs.driver.VerbsSysfsDev;

/**
 * The providers there are now, and which of them takes a device.
 *
 * @mirrors libibverbs/init.c#try_drivers
 */
final class Providers {
    private static final Logger LOG = LoggerFactory.getLogger(Providers.class);

    private final List<VerbsDeviceOps> providers = new CopyOnWriteArrayList<>();
    /** Devices whose lack of a provider was told, so that each look at the list does not tell it again. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    void add(VerbsDeviceOps provider) {
        providers.add(provider);
    }

    void remove(VerbsDeviceOps provider) {
        providers.remove(provider);
    }

    boolean contains(VerbsDeviceOps provider) {
        return providers.contains(provider);
    }

    /** The provider of a device, or {@code null}, which is logged once. */
    VerbsDeviceOps match(Task task, VerbsSysfsDev dev) {
        String key = dev.ibdevName() + "#" + dev.ibdevIndex();
        VerbsDeviceOps found = find(task, dev);
        if (found != null) {
            told.remove(key);
        } else if (told.add(key)) {
            LOG.warn("no userspace device-specific driver found for {} (driver id {}): start a provider bundle for it",
                    dev.ibdevName(), dev.driverId());
        }
        return found;
    }

    private VerbsDeviceOps find(Task task, VerbsSysfsDev dev) {
        for (VerbsDeviceOps provider : providers) {
            if (matchesDriverId(provider, dev) && speaksAbi(provider, dev)) {
                return provider;
            }
        }
        Supplier<String> modalias = () -> modalias(task, dev);
        for (VerbsDeviceOps provider : providers) {
            if ((matches(provider, "rdma_device:N" + dev.ibdevName()) || matches(provider, modalias.get()))
                    && speaksAbi(provider, dev)) {
                return provider;
            }
        }
        return null;
    }

    /** @mirrors libibverbs/init.c#match_driver_id */
    private static boolean matchesDriverId(VerbsDeviceOps provider, VerbsSysfsDev dev) {
        for (VerbsMatch match : provider.matchTable()) {
            if (match instanceof VerbsMatch.DriverId(var id) && id == dev.driverId() && id.value() != 0) {
                return true;
            }
        }
        return false;
    }

    /** @mirrors libibverbs/init.c#match_modalias */
    private static boolean matches(VerbsDeviceOps provider, String alias) {
        for (VerbsMatch match : provider.matchTable()) {
            if (match instanceof VerbsMatch.Modalias modalias && modalias.matches(alias)) {
                return true;
            }
        }
        return false;
    }

    private static boolean speaksAbi(VerbsDeviceOps provider, VerbsSysfsDev dev) {
        boolean speaks = dev.abiVersion() >= provider.matchMinAbiVersion()
                && dev.abiVersion() <= provider.matchMaxAbiVersion();
        if (!speaks) {
            LOG.warn("Driver {} does not support the kernel ABI of {} (supports {} to {}) for device {}",
                    provider.name(), dev.abiVersion(), provider.matchMinAbiVersion(), provider.matchMaxAbiVersion(),
                    dev.ibdevPath());
        }
        return speaks;
    }

    private static String modalias(Task task, VerbsSysfsDev dev) {
        try {
            return task.readText(dev.ibdevPath() + "/device/modalias").strip();
        } catch (ErrnoException e) {
            return "";
        }
    }
}

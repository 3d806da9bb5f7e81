package org.softroce.dist.launcher;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/**
 * The framework: every jar in {@code bundles/} is installed by reference and started, except modules that
 * {@code conf/softroce.properties} does not load at boot and bundles it names as "on demand".
 *
 * <p>Starts are transient: what runs is decided here at every boot, not by what ran the last time.
 */
final class Machine implements AutoCloseable {
    private static final String MODULE = "Softroce-Module";
    /** Mark of modules that are part of the kernel itself. */
    private static final String BUILTIN = "builtin=true";
    private static final long STOP_MS = 5_000;

    private final Path home;
    private final BundleCache cache;
    private Framework framework;

    Machine(Path home) throws IOException {
        this.home = home;
        this.cache = BundleCache.create();
    }

    void start() throws IOException, BundleException {
        BootPolicy policy = BootPolicy.read(home.resolve("conf/softroce.properties"));
        framework = new FrameworkFactory().newFramework(frameworkProperties());
        framework.init();
        List<Bundle> bundles = install();
        framework.start();
        for (Bundle bundle : bundles) {
            if (policy.startsAtBoot(bundle)) {
                start(bundle);
            }
        }
    }

    /** A bundle that cannot start is named and left out; the rest of the machine comes up. */
    private static void start(Bundle bundle) {
        try {
            bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
        } catch (BundleException e) {
            System.err.println("softroce: bundle " + bundle.getSymbolicName() + " did not start: " + e.getMessage());
        }
    }

    private List<Bundle> install() throws IOException, BundleException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(home.resolve("bundles"), "*.jar")) {
            files.forEach(jars::add);
        }
        jars.sort(null);
        BundleContext context = framework.getBundleContext();
        List<Bundle> bundles = new ArrayList<>(jars.size());
        for (Path jar : jars) {
            bundles.add(context.installBundle("reference:" + jar.toUri()));
        }
        return bundles;
    }

    private Map<String, String> frameworkProperties() {
        return Map.of(
                Constants.FRAMEWORK_STORAGE, cache.folder().toString(),
                // SLF4J asks for a ServiceLoader mediator; the fragment with the back end makes one unnecessary
                Constants.FRAMEWORK_SYSTEMCAPABILITIES_EXTRA,
                "osgi.extender;osgi.extender=\"osgi.serviceloader.processor\";version:Version=\"1.0\"",
                // one process owns the folder: nothing to lock
                "felix.cache.locking", "false",
                "felix.log.level", "1");
    }

    /** The shell's entry point. */
    @SuppressWarnings("unchecked")
    ToIntFunction<String[]> shell() {
        ToIntFunction<String[]> shell = service(ToIntFunction.class, "main");
        if (shell == null) {
            throw new IllegalStateException("no shell came up; bundles not running:" + notActive());
        }
        return shell;
    }

    /** Where signals go, or null. */
    IntPredicate signals() {
        return service(IntPredicate.class, "signal");
    }

    private <S> S service(Class<S> type, String role) {
        BundleContext context = framework.getBundleContext();
        try {
            for (ServiceReference<S> reference : context.getServiceReferences(type, "(softroce.shell=" + role + ")")) {
                return context.getService(reference);
            }
            return null;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private String notActive() {
        StringBuilder names = new StringBuilder();
        for (Bundle bundle : framework.getBundleContext().getBundles()) {
            if (bundle.getState() != Bundle.ACTIVE && bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                names.append(' ').append(bundle.getSymbolicName());
            }
        }
        return names.toString();
    }

    /** Stops everything; waits a bounded time, then leaves. */
    @Override
    public void close() {
        try {
            if (framework != null) {
                framework.stop();
                framework.waitForStop(STOP_MS);
            }
        } catch (BundleException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            cache.close();
        }
    }

    /**
     * Which bundles run from the beginning.
     *
     * @param modules  names of modules loaded at boot, as /etc/modules-load.d has them
     * @param onDemand beginnings of symbolic names of bundles somebody else starts when needed
     */
    private record BootPolicy(List<String> modules, List<String> onDemand) {

        static BootPolicy read(Path file) throws IOException {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            return new BootPolicy(words(properties, "boot.modules"), words(properties, "boot.on-demand"));
        }

        private static List<String> words(Properties properties, String key) {
            return List.of(properties.getProperty(key, "").strip().split("\\s+"));
        }

        boolean startsAtBoot(Bundle bundle) {
            var headers = bundle.getHeaders("");
            if (headers.get(Constants.FRAGMENT_HOST) != null) {
                return false;
            }
            String module = headers.get(MODULE);
            if (module != null && !module.contains(BUILTIN)) {
                return modules.contains(module.split(";", 2)[0].strip());
            }
            return onDemand.stream().noneMatch(bundle.getSymbolicName()::startsWith);
        }
    }
}

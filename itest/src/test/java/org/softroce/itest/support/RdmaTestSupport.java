package org.softroce.itest.support;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;
import org.softroce.kernel.task.Programs;

/**
 * A machine to test on: one framework per class, with the bundles of the distribution in the state they have after
 * boot (ib_core and ib_uverbs loaded, rdma_rxe not).
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public abstract class RdmaTestSupport {
    /** How long anything may take before a test gives up; nothing is expected to come near. */
    public static final long DEADLINE_MS = 30_000;

    private static final String OURS = "org.softroce.";
    private static final List<String> BOOT_MODULES = List.of("ib_core", "ib_uverbs");
    private static final List<String> ON_DEMAND = List.of("org.apache.felix.gogo", "jline");
    private static final long PAUSE_MS = 5;

    @Inject
    protected BundleContext context;

    @Inject
    protected Programs programs;

    /** The container. Override {@link #moreOptions()} to add to it. */
    @Configuration
    public Option[] configuration() {
        return options(
                frameworkProperty("org.osgi.framework.system.capabilities.extra")
                        .value("osgi.extender;osgi.extender=\"osgi.serviceloader.processor\";version:Version=\"1.0\""),
                frameworkProperty("felix.log.level").value("1"),
                // what Pax Exam says about itself
                systemProperty("org.ops4j.pax.logging.DefaultServiceLog.level").value("WARN"),
                bundlesOfTheDistribution(),
                classPathBundle("org.assertj.core.api.Assertions"),
                classPathBundle("net.bytebuddy.ByteBuddy"),
                junitBundles(),
                composite(moreOptions()));
    }

    /** More bundles or properties for one class of tests. */
    protected Option[] moreOptions() {
        return new Option[0];
    }

    /** All bundles, by reference to the jars in the distribution; started as the launcher does it. */
    public static Option bundlesOfTheDistribution() {
        Path folder = Path.of(System.getProperty("softroce.bundles"));
        try (Stream<Path> files = Files.list(folder)) {
            return composite(files.filter(file -> file.toString().endsWith(".jar")).sorted()
                    .map(RdmaTestSupport::option).toArray(Option[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException("no distribution in " + folder + ": mvn package builds it", e);
        }
    }

    private static Option option(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            var manifest = jar.getManifest().getMainAttributes();
            String module = manifest.getValue("Softroce-Module");
            boolean starts = manifest.getValue("Fragment-Host") == null
                    && (module == null || module.contains("builtin=true") || BOOT_MODULES.contains(module.split(";", 2)[0].strip()))
                    && ON_DEMAND.stream().noneMatch(file.getFileName().toString()::startsWith);
            var option = bundle("reference:" + file.toUri());
            return starts ? option : option.noStart();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A library of the tests' class path that is a bundle as well. */
    protected static Option classPathBundle(String className) {
        try {
            return bundle("reference:"
                    + Class.forName(className).getProtectionDomain().getCodeSource().getLocation());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- bundles -----------------------------------------------------------------------------------------------

    /** The bundle of a folder, {@code rxe-driver} say. */
    protected Bundle bundleOf(String folder) {
        String name = OURS + folder.replace('/', '.');
        for (Bundle candidate : context.getBundles()) {
            if (name.equals(candidate.getSymbolicName())) {
                return candidate;
            }
        }
        throw new AssertionError("no bundle " + name);
    }

    protected void startBundle(String folder) throws BundleException {
        bundleOf(folder).start(Bundle.START_TRANSIENT);
    }

    protected void stopBundle(String folder) throws BundleException {
        bundleOf(folder).stop(Bundle.STOP_TRANSIENT);
    }

    // ---- programs ----------------------------------------------------------------------------------------------

    /** Runs a program to its end. */
    protected RunResult run(String... argv) throws Exception {
        return start(argv).await();
    }

    /** Runs a program that is expected to succeed; fails with all it printed if it does not. */
    protected RunResult succeed(String... argv) throws Exception {
        RunResult result = run(argv);
        if (result.exitCode() != 0) {
            throw new AssertionError(result.toString());
        }
        return result;
    }

    /** Starts a program in the background. */
    protected BackgroundRun start(String... argv) {
        return BackgroundRun.start(programs, InputStream.nullInputStream(), argv);
    }

    /** Runs programs one after the other, words separated by blanks; each must succeed. */
    protected List<RunResult> script(String... lines) throws Exception {
        List<RunResult> results = new ArrayList<>();
        for (String line : lines) {
            results.add(succeed(line.strip().split("\\s+")));
        }
        return results;
    }

    // ---- devices -----------------------------------------------------------------------------------------------

    /** A cable named {@code cable0}, {@code cable1} with an address at each end. */
    protected void addCable() throws Exception {
        script("ip link add cable0 type veth peer name cable1", "ip addr add 192.168.100.10/24 dev cable0",
                "ip addr add 192.168.100.11/24 dev cable1", "ip link set cable0 up", "ip link set cable1 up");
    }

    /** RDMA devices {@code rxe0} and {@code rxe1} on the ends of the cable. */
    protected void addDevices() throws Exception {
        script("rdma link add rxe0 type rxe netdev cable0", "rdma link add rxe1 type rxe netdev cable1");
    }

    /** Removes whatever a test left: every RDMA device, the cable, the driver. */
    protected void removeAll() throws Exception {
        for (String line : run("rdma", "link", "show").out().split("\n")) {
            if (line.startsWith("link ")) {
                run("rdma", "link", "delete", line.substring(5, line.indexOf('/')));
            }
        }
        run("ip", "link", "delete", "cable0");
        stopBundle("rxe-driver");
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /** Waits until the condition holds; fails naming it when the deadline passes. */
    public static void await(String what, Callable<Boolean> condition) throws Exception {
        await(what, DEADLINE_MS, condition);
    }

    /** Waits at most this long. */
    public static void await(String what, long deadlineMs, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + deadlineMs * 1_000_000;
        while (!condition.call()) {
            if (System.nanoTime() - endNs > 0) {
                throw new AssertionError("not within " + deadlineMs + " ms: " + what);
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    /**
     * Waits until there is no RDMA device any more. A device that goes between the list and the question for its port
     * makes {@code rdma link show} fail, the real one too.
     */
    protected void awaitNoLink() throws Exception {
        await("no RDMA device", () -> {
            RunResult links = run("rdma", "link", "show");
            return links.exitCode() == 0 && links.out().isEmpty();
        });
    }

    /** Waits until the server listens; what it prints before says only that it will. */
    protected void awaitListening(BackgroundRun server, int port) throws Exception {
        var namespace = server.process().task().netNamespace();
        await("`" + server.process().commandLine() + "' listening on port " + port, () -> {
            if (!server.process().isAlive()) {
                throw new AssertionError(server.await().toString());
            }
            return namespace.isListening(port);
        });
    }

    /** A service, as soon as it is there. */
    protected <S> S service(Class<S> type) throws Exception {
        await("service " + type.getName(), () -> context.getServiceReference(type) != null);
        ServiceReference<S> reference = context.getServiceReference(type);
        return context.getService(reference);
    }
}

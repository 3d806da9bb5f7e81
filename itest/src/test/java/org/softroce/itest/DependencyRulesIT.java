package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Who may depend on whom: reads the manifests of the bundles that were built and fails on an import that the table
 * does not allow. Plain JUnit, no framework.
 */
public class DependencyRulesIT {
    private static final String OURS = "org.softroce.";

    /** Packages of the two bundles everybody stands on. */
    private static final String UAPI = "uapi:";
    private static final String KERNEL = "kernel:";
    /** Libraries see the system calls of the kernel, and what these show: addresses, the namespace of a task. */
    private static final String TASK = "kernel:org.softroce.kernel.task";
    private static final String NET = "kernel:org.softroce.kernel.net";
    private static final String IB_CORE = "ib-core:";
    private static final String ROCE = "roce:";
    private static final String VERBS = "libibverbs:";
    private static final String RDMACM = "librdmacm:";

    /** A bundle and what it may import: {@code bundle:} for all it exports, {@code bundle:package} for one package. */
    private record Row(String bundle, List<String> mayImport) { }

    private static Row row(String bundle, String... mayImport) {
        return new Row(bundle, List.of(mayImport));
    }

    /** One row per bundle; a bundle without a row is an error. */
    private static final List<Row> TABLE = List.of(
            // shared by everyone
            row("uapi"),
            row("roce"),
            // kernel side
            row("kernel", UAPI),
            row("ib-core", KERNEL, UAPI),
            row("nldev", IB_CORE, KERNEL, UAPI),
            row("uverbs", IB_CORE, KERNEL, UAPI),
            row("rdma-cm", IB_CORE, KERNEL, UAPI),
            row("rxe-driver", IB_CORE, KERNEL, UAPI, ROCE),
            // user space
            row("libibverbs", TASK, NET, UAPI),
            row("librdmacm", VERBS, TASK, NET, UAPI),
            row("providers.rxe", VERBS, TASK, NET, UAPI),
            row("libibverbs.examples", VERBS, RDMACM, KERNEL, UAPI),
            row("librdmacm.examples", VERBS, RDMACM, KERNEL, UAPI),
            row("perftest", VERBS, RDMACM, KERNEL, UAPI),
            row("iproute2", VERBS, RDMACM, KERNEL, UAPI),
            row("infiniband-diags", VERBS, RDMACM, KERNEL, UAPI),
            row("kmod", VERBS, RDMACM, KERNEL, UAPI),
            row("tools", VERBS, RDMACM, KERNEL, UAPI, ROCE),
            // system calls fail with an exception of uapi, so who may make them may see it
            row("shell", KERNEL, UAPI),
            // a fragment of SLF4J
            row("dist.logging"));

    /** What only others of the kernel side may know: they are reached by system calls. */
    private static final List<String> EXPORT_NOTHING = List.of("nldev", "uverbs", "rdma-cm", "rxe-driver");

    private static final Map<String, Attributes> MANIFESTS = new TreeMap<>();
    private static final Map<String, String> EXPORTERS = new TreeMap<>();

    @BeforeClass
    public static void readManifests() throws IOException {
        Path folder = Path.of(System.getProperty("softroce.bundles"));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, OURS + "*.jar")) {
            for (Path file : jars) {
                try (JarFile jar = new JarFile(file.toFile())) {
                    Attributes manifest = jar.getManifest().getMainAttributes();
                    String bundle = names(manifest.getValue("Bundle-SymbolicName")).get(0).substring(OURS.length());
                    MANIFESTS.put(bundle, manifest);
                    names(manifest.getValue("Export-Package")).forEach(name -> EXPORTERS.put(name, bundle));
                }
            }
        }
    }

    @Test
    public void theBundlesAreThere() {
        assertThat(MANIFESTS).containsKeys("uapi", "roce", "kernel", "ib-core", "nldev", "uverbs", "rxe-driver",
                "libibverbs", "providers.rxe", "shell");
    }

    @Test
    public void everyBundleHasARow() {
        assertThat(TABLE.stream().map(Row::bundle).toList()).doesNotHaveDuplicates().containsAll(MANIFESTS.keySet());
    }

    @Test
    public void noImportCrossesAWall() {
        List<String> violations = new ArrayList<>();
        for (Row row : TABLE) {
            Attributes manifest = MANIFESTS.get(row.bundle());
            if (manifest != null) {
                imports(manifest).filter(name -> !mayImport(row, name)).map(name -> row.bundle() + " imports " + name
                        + " of " + EXPORTERS.getOrDefault(name, "nobody")).forEach(violations::add);
            }
        }
        assertThat(violations).isEmpty();
    }

    /** Requirements by name would be edges that Import-Package does not show. */
    @Test
    public void nobodyRequiresABundleByName() {
        MANIFESTS.forEach((bundle, manifest) -> {
            assertThat(manifest.getValue("Require-Bundle")).as(bundle).isNull();
            assertThat(manifest.getValue("DynamicImport-Package")).as(bundle).isNull();
        });
    }

    @Test
    public void internalPackagesStayInside() {
        assertThat(EXPORTERS.keySet()).noneMatch(name -> name.contains(".internal"));
    }

    @Test
    public void theKernelSideIsReachedBySystemCalls() {
        assertThat(EXPORTERS.values()).doesNotContainAnyElementsOf(EXPORT_NOTHING);
    }

    private static boolean mayImport(Row row, String name) {
        String owner = EXPORTERS.get(name);
        return row.bundle().equals(owner)
                || row.mayImport().stream().anyMatch(edge -> edge.equals(owner + ":") || edge.equals(owner + ":" + name));
    }

    private static Stream<String> imports(Attributes manifest) {
        return names(manifest.getValue("Import-Package")).stream().filter(name -> name.startsWith(OURS));
    }

    /** The names in a header's clauses, without attributes and directives. */
    static List<String> names(String header) {
        List<String> names = new ArrayList<>();
        StringBuilder clause = new StringBuilder();
        boolean quoted = false;
        for (char c : (header == null ? "" : header + ",").toCharArray()) {
            quoted ^= c == '"';
            if (c == ',' && !quoted) {
                names.addAll(Stream.of(clause.toString().split(";")).map(String::strip)
                        .takeWhile(part -> part.indexOf('=') < 0).collect(Collectors.toList()));
                clause.setLength(0);
            } else {
                clause.append(quoted && (c == ';' || c == '=') ? '_' : c);
            }
        }
        return names;
    }
}

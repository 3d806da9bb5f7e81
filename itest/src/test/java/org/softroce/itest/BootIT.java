package org.softroce.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.softroce.itest.support.RdmaTestSupport;

/** The machine comes up: every bundle resolves and runs, the driver waits to be asked for. */
public class BootIT extends RdmaTestSupport {

    @Test
    public void everyBundleRunsButTheDriver() {
        List<String> notRunning = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getSymbolicName().startsWith("org.softroce.") && bundle.getState() != Bundle.ACTIVE
                    && bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                notRunning.add(bundle.getSymbolicName());
            }
        }
        assertThat(notRunning).containsExactly("org.softroce.rxe-driver");
    }

    @Test
    public void theDriverResolves() throws Exception {
        startBundle("rxe-driver");
        assertThat(bundleOf("rxe-driver").getState()).isEqualTo(Bundle.ACTIVE);
        stopBundle("rxe-driver");
        assertThat(bundleOf("rxe-driver").getState()).isEqualTo(Bundle.RESOLVED);
    }

    @Test
    public void programsRunAsProcesses() throws Exception {
        assertThat(succeed("echo", "-d", "rxe0", "::1").out()).isEqualTo("-d rxe0 ::1\n");
        assertThat(run("false").exitCode()).isEqualTo(1);
        try (var sleeper = start("sleep", "1000")) {
            sleeper.process().kill(15);
            assertThat(sleeper.await().exitCode()).isEqualTo(128 + 15);
        }
    }
}

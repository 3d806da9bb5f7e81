package org.softroce.perftest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The arithmetic of the report, with times that are given. */
class ReportTest {

    private static Parameters parameters(int size) {
        Parameters p = new Parameters();
        p.size = size;
        p.cqMod = 1;
        p.noPeak = true;
        return p;
    }

    /** 1000 messages of 64 KiB in 0.1 s: units are MiB and, if asked for, 10^9 bits. */
    @Test
    void unitsAreWhatTheLabelsSay() {
        Parameters p = parameters(65536);
        assertThat(Report.of(p, new long[] {0}, new long[] {100_000_000}, 1000).line(p))
                .isEqualTo(" 65536      1000             0.00               625.00 \t\t     0.010000\n");
        p.gbits = true;
        assertThat(Report.of(p, new long[] {0}, new long[] {100_000_000}, 1000).line(p))
                .isEqualTo(" 65536      1000             0.00               5.24   \t\t     0.010000\n");
    }

    /** A run of 57 hours has positive figures. */
    @Test
    void longRunsDoNotOverflow() {
        Parameters p = parameters(8388608);
        Report report = Report.of(p, new long[] {0}, new long[] {205_200_000_000_000L}, 4_000_000_000L);
        assertThat(report.average()).isPositive();
        assertThat(report.messageRate()).isPositive();
    }

    /** The peak is the best stretch, so never below the average. */
    @Test
    void peakIsTheBestStretch() {
        Parameters p = parameters(1 << 20);
        p.noPeak = false;
        long[] posted = {0, 0, 0, 0};
        long[] completed = {100_000_000, 110_000_000, 120_000_000, 400_000_000};
        Report report = Report.of(p, posted, completed, 4);
        assertThat(report.average()).isEqualTo(10);
        assertThat(report.peak()).isEqualTo(25);
    }

    @Test
    void smallGigabitFiguresHaveMoreDigits() {
        Parameters p = parameters(2);
        p.gbits = true;
        assertThat(Report.of(p, new long[] {0}, new long[] {1_000_000_000}, 1000).line(p))
                .isEqualTo(" 2          1000           0.000000            0.000016            0.001000\n");
    }
}

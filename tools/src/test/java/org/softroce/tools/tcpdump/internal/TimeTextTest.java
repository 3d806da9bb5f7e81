package org.softroce.tools.tcpdump.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
    private static final long TIME = 1_764_550_861_123_456_789L;

    @ParameterizedTest
    @CsvSource(ignoreLeadingAndTrailingWhitespace = false, value = {
        "0,'02:01:01.123456 ','02:01:02.623456 ','02:01:01.123456 '", "1,'','',''",
        "2,'1764550861.123456 ','1764550862.623456 ','1764550861.123456 '",
        "3,' 00:00:00.000000 ',' 00:00:01.500000 ','-00:00:01.500000 '",
        "4,'2025-12-01 02:01:01.123456 ','2025-12-01 02:01:02.623456 ','2025-12-01 02:01:01.123456 '",
        "5,' 00:00:00.000000 ',' 00:00:01.500000 ',' 00:00:00.000000 '"})
    void formats(int format, String first, String second, String third) {
        TimeText text = new TimeText(format, ZoneId.of("Europe/Berlin"));
        assertThat(LongStream.of(TIME, TIME + 1_500_000_000L, TIME).mapToObj(text::text))
                .containsExactly(first, second, third);
    }
}

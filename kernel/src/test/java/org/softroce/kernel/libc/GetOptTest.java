package org.softroce.kernel.libc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parsing and complaints as glibc has them. */
class GetOptTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private List<String> parse(String line) {
        GetOpt options = new GetOpt("prog", List.of(line.split(" ")), "ab:c",
                List.of(new GetOpt.Long("alpha", false, 'a'), new GetOpt.Long("beta", true, 'b'),
                        new GetOpt.Long("bell", false, 'x')),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        List<String> seen = new ArrayList<>();
        for (int option = options.next(); option != GetOpt.END; option = options.next()) {
            seen.add((char) option + (options.argument() == null ? "" : "=" + options.argument()));
        }
        seen.addAll(options.operands());
        return seen;
    }

    private String complaint() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void joinedSeparateAndPermuted() {
        assertThat(parse("-acb5 x -b 7 --beta=8 --alpha y")).containsExactly("a", "c", "b=5", "b=7", "b=8", "a", "x",
                "y");
        assertThat(parse("-a -- -b x")).containsExactly("a", "-b", "x");
        assertThat(parse("-b -1 -")).containsExactly("b=-1", "-");
    }

    @Test
    void longNamesMayBeShortenedWhileUnique() {
        assertThat(parse("--al --bet 3")).containsExactly("a", "b=3");
        assertThat(parse("--be")).containsExactly("?");
        assertThat(complaint()).isEqualTo("prog: option '--be' is ambiguous; possibilities: '--beta' '--bell'\n");
    }

    @Test
    void complaints() {
        assertThat(parse("-z")).containsExactly("?");
        assertThat(parse("-b")).containsExactly("?");
        assertThat(parse("--nosuch")).containsExactly("?");
        assertThat(parse("--alpha=1")).containsExactly("?");
        assertThat(complaint()).isEqualTo("""
                prog: invalid option -- 'z'
                prog: option requires an argument -- 'b'
                prog: unrecognized option '--nosuch'
                prog: option '--alpha' doesn't allow an argument
                """);
    }

    @Test
    void numbersAsStrtol() {
        assertThat(Strto.number("0x10")).isEqualTo(16);
        assertThat(Strto.number("010")).isEqualTo(8);
        assertThat(Strto.number("-5x")).isEqualTo(-5);
        assertThat(Strto.number("abc")).isZero();
        assertThat(Strto.integer("99999999999999999999")).isEqualTo(Integer.MAX_VALUE);
    }
}

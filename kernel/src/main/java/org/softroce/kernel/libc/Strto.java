package org.softroce.kernel.libc;

/**
 * Numbers as {@code strtol} reads them: blanks, sign, {@code 0x} and leading-zero bases, garbage ends the number.
 *
 * @mirrors glibc/stdlib/strtol_l.c
 */
public final class Strto {

    private Strto() { }

    /** {@code strtol(text, NULL, 0)}: 0 if there is no number, clamped if too large. */
    public static long number(String text) {
        String word = text.strip();
        boolean negative = word.startsWith("-");
        int at = negative || word.startsWith("+") ? 1 : 0;
        int base = 10;
        if (word.startsWith("0x", at) || word.startsWith("0X", at)) {
            base = 16;
            at += 2;
        } else if (word.startsWith("0", at)) {
            base = 8;
        }
        long value = 0;
        for (; at < word.length(); at++) {
            int digit = Character.digit(word.charAt(at), base);
            if (digit < 0) {
                break;
            }
            if (value > (Long.MAX_VALUE - digit) / base) {
                return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
            value = value * base + digit;
        }
        return negative ? -value : value;
    }

    /** {@code strtol} as an {@code int}: clamped instead of cut, so that a huge number is never a small one. */
    public static int integer(String text) {
        return Math.clamp(number(text), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** True if the whole text is one number. */
    public static boolean isNumber(String text) {
        return text.matches("[+-]?(0[xX][0-9a-fA-F]+|[0-9]+)");
    }
}

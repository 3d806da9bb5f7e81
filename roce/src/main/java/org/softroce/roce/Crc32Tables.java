package org.softroce.roce;

/**
 * CRC-32 arithmetic on the bare register, for runs too short for {@link java.util.zip.CRC32} and for giving that class
 * a start value.
 *
 * <p>The register is the reflected one of Ethernet, polynomial 0xedb88320, without the inversions at both ends. A CRC
 * is linear: the effect of one byte on the final register depends on the byte and on how many bytes follow, not on the
 * others, and effects add up by exclusive or. Hence one table of 256 words for each distance from the end.
 */
final class Crc32Tables {
    private static final int POLYNOMIAL = 0xedb88320;
    private static final int ENTRIES = 256;
    /** The polynomial 1, in the reflected form. */
    private static final int ONE = 1 << 31;
    private static final int STEPS = 16;

    /** {@code STEP[d * 256 + b]}: effect of byte b with d bytes after it, d of 0 to 15. */
    private static final int[] STEP = new int[STEPS * ENTRIES];
    /** {@code BACK[k * 256 + b]}: undoes four bytes of zeros for byte k of the register. */
    private static final int[] BACK = new int[4 * ENTRIES];

    static {
        for (int b = 0; b < ENTRIES; b++) {
            int register = b;
            for (int bit = 0; bit < 8; bit++) {
                register = (register & 1) != 0 ? register >>> 1 ^ POLYNOMIAL : register >>> 1;
            }
            STEP[b] = register;
        }
        for (int i = ENTRIES; i < STEP.length; i++) {
            STEP[i] = zeroByte(STEP[i - ENTRIES]);
        }
        int[] lowByteOfTop = new int[ENTRIES];
        for (int b = 0; b < ENTRIES; b++) {
            lowByteOfTop[STEP[b] >>> 24] = b;
        }
        for (int k = 0; k < 4; k++) {
            for (int b = 0; b < ENTRIES; b++) {
                int register = b << 8 * k;
                for (int i = 0; i < 4; i++) {
                    int low = lowByteOfTop[register >>> 24];
                    register = (register ^ STEP[low]) << 8 | low;
                }
                BACK[k * ENTRIES + b] = register;
            }
        }
    }

    /** {@code REWIND[k]}: x to the power of -8 * 2<sup>k</sup>, the factor that takes 2<sup>k</sup> zero bytes back. */
    private static final int[] REWIND = new int[17];

    static {
        int power = ONE;
        for (int i = 0; i < 8; i++) {
            power = power < 0 ? (power ^ POLYNOMIAL) << 1 | 1 : power << 1;
        }
        for (int k = 0; k < REWIND.length; k++) {
            REWIND[k] = power;
            power = multiply(power, power);
        }
    }

    private Crc32Tables() {
    }

    private static int zeroByte(int register) {
        return register >>> 8 ^ STEP[register & 0xff];
    }

    /** The register after one byte. */
    static int update8(int register, int b) {
        return register >>> 8 ^ STEP[(register ^ b) & 0xff];
    }

    /** The register after four bytes, given as a little-endian number. */
    static int update32(int register, int word) {
        int x = register ^ word;
        return STEP[3 * ENTRIES + (x & 0xff)] ^ STEP[2 * ENTRIES + (x >>> 8 & 0xff)]
                ^ STEP[ENTRIES + (x >>> 16 & 0xff)] ^ STEP[x >>> 24];
    }

    /** The register after eight bytes, given as a little-endian number. */
    static int update64(int register, long word) {
        int x = register ^ (int) word;
        int y = (int) (word >>> 32);
        return STEP[7 * ENTRIES + (x & 0xff)] ^ STEP[6 * ENTRIES + (x >>> 8 & 0xff)]
                ^ STEP[5 * ENTRIES + (x >>> 16 & 0xff)] ^ STEP[4 * ENTRIES + (x >>> 24)]
                ^ STEP[3 * ENTRIES + (y & 0xff)] ^ STEP[2 * ENTRIES + (y >>> 8 & 0xff)]
                ^ STEP[ENTRIES + (y >>> 16 & 0xff)] ^ STEP[y >>> 24];
    }

    /** The register after sixteen bytes: as long a chain of dependent look-ups as {@link #update64} has for eight. */
    static int update128(int register, long first, long second) {
        int x = register ^ (int) first;
        int y = (int) (first >>> 32);
        return STEP[15 * ENTRIES + (x & 0xff)] ^ STEP[14 * ENTRIES + (x >>> 8 & 0xff)]
                ^ STEP[13 * ENTRIES + (x >>> 16 & 0xff)] ^ STEP[12 * ENTRIES + (x >>> 24)]
                ^ STEP[11 * ENTRIES + (y & 0xff)] ^ STEP[10 * ENTRIES + (y >>> 8 & 0xff)]
                ^ STEP[9 * ENTRIES + (y >>> 16 & 0xff)] ^ STEP[8 * ENTRIES + (y >>> 24)]
                ^ update64(0, second);
    }

    /** Effect of a byte with two or three more bytes after it, as {@code UDP length} has before the BTH. */
    static int effect(int distance, int b) {
        return STEP[distance * ENTRIES + b];
    }

    /** The table of effects for any distance. */
    static int[] effects(int distance) {
        int[] table = new int[ENTRIES];
        System.arraycopy(STEP, 0, table, 0, ENTRIES);
        for (int i = 0; i < distance; i++) {
            for (int b = 0; b < ENTRIES; b++) {
                table[b] = zeroByte(table[b]);
            }
        }
        return table;
    }

    /** The four bytes, as a little-endian number, that bring a fresh {@link java.util.zip.CRC32} to this register. */
    static int wordFor(int register) {
        return ~(BACK[register & 0xff] ^ BACK[ENTRIES + (register >>> 8 & 0xff)]
                ^ BACK[2 * ENTRIES + (register >>> 16 & 0xff)] ^ BACK[3 * ENTRIES + (register >>> 24)]);
    }

    /** The product of two polynomials modulo that of the CRC. */
    static int multiply(int a, int b) {
        int product = 0;
        int factor = b;
        for (int bits = a; bits != 0; bits <<= 1) {
            product ^= factor & bits >> 31;
            factor = factor >>> 1 ^ POLYNOMIAL & -(factor & 1);
        }
        return product;
    }

    /** The factor that {@link #multiply} needs to take a register back over so many (up to 131071) zero bytes. */
    static int rewind(int bytes) {
        int factor = ONE;
        for (int k = 0; k < REWIND.length; k++) {
            if ((bytes >>> k & 1) != 0) {
                factor = multiply(factor, REWIND[k]);
            }
        }
        return factor;
    }
}

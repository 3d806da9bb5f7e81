package org.softroce.kernel.net;

/** RFC 5952 text of an IPv6 address: the longest run of zero groups (of two or more) becomes {@code ::}. */
final class Ipv6Text {

    private Ipv6Text() { }

    static String of(long high, long low) {
        int[] groups = new int[8];
        for (int i = 0; i < 4; i++) {
            groups[i] = (int) (high >>> (48 - 16 * i)) & 0xffff;
            groups[4 + i] = (int) (low >>> (48 - 16 * i)) & 0xffff;
        }
        int best = -1;
        int bestLength = 1;
        for (int i = 0; i < 8; i++) {
            int j = i;
            while (j < 8 && groups[j] == 0) {
                j++;
            }
            if (j - i > bestLength) {
                best = i;
                bestLength = j - i;
            }
            i = Math.max(i, j - 1);
        }
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            if (i == best) {
                text.append("::");
                i += bestLength - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}

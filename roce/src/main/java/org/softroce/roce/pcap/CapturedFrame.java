package org.softroce.roce.pcap;

import java.util.Arrays;

/**
 * One frame of a capture file.
 *
 * @param interfaceIndex index in {@link PcapReader#interfaces()}
 * @param timeNs         nanoseconds since 1970-01-01 UTC
 * @param originalLength bytes the frame had on the wire
 * @param data           what was captured of it, from its first byte
 */
public record CapturedFrame(int interfaceIndex, long timeNs, int originalLength, byte[] data) {
    @Override
    public boolean equals(Object other) {
        return other instanceof CapturedFrame that && interfaceIndex == that.interfaceIndex && timeNs == that.timeNs
                && originalLength == that.originalLength && Arrays.equals(data, that.data);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(timeNs) + Arrays.hashCode(data);
    }
}

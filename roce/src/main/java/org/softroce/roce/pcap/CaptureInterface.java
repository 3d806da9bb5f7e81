package org.softroce.roce.pcap;

/**
 * Where frames of a capture file come from.
 *
 * @param name       interface name; empty when the file does not tell
 * @param linkType   kind of frames; {@link #LINK_ETHERNET} in RoCE
 * @param snapLength most bytes captured of a frame; 0 for no limit
 */
public record CaptureInterface(String name, int linkType, int snapLength) {
    /** Link type of Ethernet ({@code LINKTYPE_ETHERNET}). */
    public static final int LINK_ETHERNET = 1;

    /** An Ethernet interface without a capture limit. */
    public static CaptureInterface ethernet(String name) {
        return new CaptureInterface(name, LINK_ETHERNET, 0);
    }
}

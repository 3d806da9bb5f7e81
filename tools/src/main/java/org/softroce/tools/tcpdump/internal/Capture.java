package org.softroce.tools.tcpdump.internal;

/**
 * One frame on its way to screen or file.
 *
 * @param device         name of the device it was seen at; empty when a file does not tell
 * @param outgoing       it went out there, rather than came in
 * @param timeNs         nanoseconds since 1970
 * @param originalLength bytes it had
 * @param data           its bytes, or the first of them
 */
record Capture(String device, boolean outgoing, long timeNs, int originalLength, byte[] data) { }

/**
 * Capture files: reads classic pcap and pcapng, writes pcapng, with no native code.
 *
 * <p>Formats: {@code draft-ietf-opsawg-pcap} and {@code draft-ietf-opsawg-pcapng}. Streams are the caller's; nothing
 * here opens a file. It mirrors the reading and writing half of {@code pcap/pcap.h} of libpcap.
 */
@Version("1.0.0")
package org.softroce.roce.pcap;

import org.osgi.annotation.versioning.Version;

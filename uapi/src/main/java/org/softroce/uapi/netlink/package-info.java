/**
 * Netlink messages as bytes: message and attribute headers, a writer and a reader for them. Mirrors {@code
 * linux/netlink.h}. All numbers are little-endian (the byte order of x86-64), headers and attributes are aligned
 * to 4 bytes.
 */
@Version("1.0.0")
package org.softroce.uapi.netlink;

import org.osgi.annotation.versioning.Version;

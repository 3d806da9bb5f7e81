/**
 * RoCEv2 on the wire: headers, opcodes, the invariant CRC, packet sequence numbers.
 *
 * <p>This package is a pure library. It opens no sockets, starts no threads, reads no clock and knows no OSGi; it works
 * on bytes in a {@link java.lang.foreign.MemorySegment} and on nothing else. What the driver needs per packet (header
 * accessors, {@link org.softroce.roce.RoceOpcode}, {@link org.softroce.roce.Icrc}, {@link org.softroce.roce.Psn})
 * allocates nothing; what tools and tests need ({@link org.softroce.roce.RoceFrame}) is made of records.
 *
 * <p>Header accessors are flyweights: static methods over {@code (segment, offset)}, where the offset is that of the
 * header's first byte. All multi-byte fields are in network byte order and may be unaligned.
 *
 * <p>It mirrors {@code drivers/infiniband/sw/rxe/rxe_hdr.h}, {@code rxe_opcode.h} and {@code rxe_icrc.c} of Linux, and
 * the layouts of the InfiniBand Architecture Specification, volume 1, chapter 9 and annex A17 (RoCEv2).
 */
@Version("1.0.0")
package org.softroce.roce;

import org.osgi.annotation.versioning.Version;

package org.softroce.rxe.internal.testing;

import java.lang.foreign.MemorySegment;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.QueueBuf;

/** The user-space end of a completion ring: one completion at a time, in fields. */
public final class UserCq {
    private final MemorySegment ring;
    private final int mask;
    private int consumer;

    public long wrId;
    public int status;
    public int opcode;
    public int byteLen;
    public int imm;
    public int qpNum;
    public int flags;

    public UserCq(MemorySegment ring) {
        this.ring = ring;
        this.mask = ring.get(RdmaUserRxe.U32, QueueBuf.INDEX_MASK);
    }

    public int count() {
        return (RdmaUserRxe.producerIndex(ring) & mask) - consumer & mask;
    }

    public boolean poll() {
        if ((RdmaUserRxe.producerIndex(ring) & mask) == consumer) {
            return false;
        }
        long at = QueueBuf.DATA + (long) consumer * 64;
        wrId = ring.get(RdmaUserRxe.U64, at);
        status = ring.get(RdmaUserRxe.U32, at + 8);
        opcode = ring.get(RdmaUserRxe.U32, at + 12);
        byteLen = ring.get(RdmaUserRxe.U32, at + 20);
        imm = ring.get(RdmaUserRxe.BE32, at + 24);
        qpNum = ring.get(RdmaUserRxe.U32, at + 28);
        flags = ring.get(RdmaUserRxe.U32, at + 36);
        consumer = consumer + 1 & mask;
        RdmaUserRxe.consumerIndex(ring, consumer);
        return true;
    }
}

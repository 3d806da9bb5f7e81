package org.softroce.verbs;

/**
 * A send work request: one mutable object, filled anew for each post.
 *
 * @mirrors libibverbs/verbs.h#ibv_send_wr
 */
public final class IbvSendWr {
    public long wrId;
    public IbvSendWr next;
    public IbvWrOpcode opcode = IbvWrOpcode.SEND;
    /** Bits of {@link IbvSendFlags}. */
    public int sendFlags;
    /** Host order, sent big-endian; or the key to invalidate. */
    public int immData;
    public long remoteAddr;
    public int rkey;
    public long compareAdd;
    public long swap;
    public int numSge;
    final long[] addr;
    final int[] length;
    final int[] lkey;

    /** @param maxSge entries it has room for */
    public IbvSendWr(int maxSge) {
        this.addr = new long[maxSge];
        this.length = new int[maxSge];
        this.lkey = new int[maxSge];
    }

    public int maxSge() {
        return addr.length;
    }

    /** Sets entry {@code index}; {@link #numSge} says how many count. {@code length} is unsigned. */
    public IbvSendWr sge(int index, long address, int lengthBytes, int localKey) {
        addr[index] = address;
        length[index] = lengthBytes;
        lkey[index] = localKey;
        return this;
    }

    public long sgeAddr(int index) {
        return addr[index];
    }

    public int sgeLength(int index) {
        return length[index];
    }

    public int sgeLkey(int index) {
        return lkey[index];
    }
}

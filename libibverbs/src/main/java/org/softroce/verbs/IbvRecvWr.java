package org.softroce.verbs;

/**
 * A receive work request: one mutable object, filled anew for each post.
 *
 * @mirrors libibverbs/verbs.h#ibv_recv_wr
 */
public final class IbvRecvWr {
    public long wrId;
    public IbvRecvWr next;
    public int numSge;
    final long[] addr;
    final int[] length;
    final int[] lkey;

    /** @param maxSge entries it has room for */
    public IbvRecvWr(int maxSge) {
        this.addr = new long[maxSge];
        this.length = new int[maxSge];
        this.lkey = new int[maxSge];
    }

    public int maxSge() {
        return addr.length;
    }

    /** Sets entry {@code index}; {@link #numSge} says how many count. {@code length} is unsigned. */
    public IbvRecvWr sge(int index, long address, int lengthBytes, int localKey) {
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

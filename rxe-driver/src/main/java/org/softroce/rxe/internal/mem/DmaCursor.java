package org.softroce.rxe.internal.mem;

import java.lang.foreign.MemorySegment;
import org.softroce.ib.IbPd;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rxe.RdmaUserRxe;
import org.softroce.uapi.rxe.RdmaUserRxe.Sge;

/**
 * Walks the scatter list of a work request, or its inline data, and moves bytes between that and a frame.
 *
 * <p>Each list entry is read once, into fields here, before it is checked and used: user space may change the ring at
 * any time and gets at worst an error for it.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_mr.c#copy_data
 */
public final class DmaCursor {
    /** Everything was copied. */
    public static final int OK = 0;
    /** A key, an address or the right to it is wrong, or the memory is gone. */
    public static final int BAD_MEMORY = 1;
    /** The list is too short. */
    public static final int NO_SPACE = 2;

    private final RxePool<RxeMr> regions;
    private final IbPd pd;
    private final int access;

    private MemorySegment ring;
    private long list;
    private int count;
    private boolean inline;
    private long inlineAt;

    private int index;
    private long offset;
    private long address;
    private long length;
    private int lkey;
    private RxeMr region;

    /** @param access right that every region of the list must give, 0 for reading */
    public DmaCursor(RxePool<RxeMr> regions, IbPd pd, int access) {
        this.regions = regions;
        this.pd = pd;
        this.access = access;
    }

    /** Starts at the first byte of a list of {@code count} entries, which the caller has limited. */
    public void open(MemorySegment ring, long list, int count) {
        this.ring = ring;
        this.list = list;
        this.count = count;
        this.inline = false;
        this.index = 0;
        this.offset = 0;
        this.length = 0;
        this.region = null;
        if (count > 0) {
            load();
        }
    }

    /** Starts at the first byte of inline data, whose length the caller has limited. */
    public void openInline(MemorySegment ring, long data) {
        this.ring = ring;
        this.inline = true;
        this.inlineAt = data;
    }

    /** Moves on without copying; stops at the end. */
    public void skip(long bytes) {
        if (inline) {
            inlineAt += bytes;
            return;
        }
        long left = bytes;
        while (left > 0 && index < count) {
            long step = Math.min(left, length - offset);
            offset += step;
            left -= step;
            if (left > 0) {
                nextEntry();
            }
        }
    }

    /** Copies the next bytes into a frame. */
    public int copyOut(MemorySegment frame, long at, int bytes) {
        if (inline) {
            MemorySegment.copy(ring, inlineAt, frame, at, bytes);
            inlineAt += bytes;
            return OK;
        }
        return copy(frame, at, bytes, false);
    }

    /** Copies the next bytes out of a frame. */
    public int copyIn(MemorySegment frame, long at, int bytes) {
        return copy(frame, at, bytes, true);
    }

    private int copy(MemorySegment frame, long at, int bytes, boolean in) {
        long to = at;
        int left = bytes;
        try {
            while (left > 0) {
                if (offset >= length) {
                    if (!nextEntry()) {
                        return NO_SPACE;
                    }
                    continue;
                }
                int step = (int) Math.min(left, length - offset);
                RxeMr mr = region;
                long from = address + offset;
                if (mr == null || !mr.permits(pd, lkey, access) || !mr.covers(from, step)) {
                    return BAD_MEMORY;
                }
                if (in) {
                    mr.copyIn(from, frame, to, step);
                } else {
                    mr.copyOut(from, frame, to, step);
                }
                offset += step;
                to += step;
                left -= step;
            }
            return OK;
        } catch (IllegalStateException | IndexOutOfBoundsException | ErrnoException e) {
            return BAD_MEMORY;
        }
    }

    private boolean nextEntry() {
        if (index + 1 >= count) {
            index = count;
            return false;
        }
        index++;
        load();
        return true;
    }

    private void load() {
        long at = list + (long) index * Sge.SIZE;
        address = ring.get(RdmaUserRxe.U64, at + Sge.ADDR);
        length = ring.get(RdmaUserRxe.U32, at + Sge.LENGTH) & 0xffff_ffffL;
        lkey = ring.get(RdmaUserRxe.U32, at + Sge.LKEY);
        region = regions.get(lkey >>> 8);
        offset = 0;
    }
}

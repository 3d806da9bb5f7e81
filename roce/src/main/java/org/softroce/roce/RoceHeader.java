package org.softroce.roce;

/**
 * The transport headers a packet may carry, in the order of the kernel's table; their ordinals index
 * {@link RoceOpcode#offset(int, RoceHeader)}.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_opcode.h#rxe_hdr_type
 */
public enum RoceHeader {
    BTH(Bth.SIZE), RETH(Reth.SIZE), AETH(Aeth.SIZE), ATMETH(AtomicEth.SIZE), ATMACK(AtomicAckEth.SIZE),
    IETH(Ieth.SIZE), DETH(Deth.SIZE), IMMDT(ImmDt.SIZE), FETH(Feth.SIZE);

    private final int bytes;

    RoceHeader(int bytes) {
        this.bytes = bytes;
    }

    /** Header bytes. */
    public int bytes() {
        return bytes;
    }

    /** Its bit in {@link RoceOpcode#mask(int)}. */
    public int mask() {
        return 1 << ordinal();
    }
}

package org.softroce.verbs;

/**
 * Room for completions, reused for each poll; index 0 is the oldest.
 *
 * @mirrors libibverbs/verbs.h#ibv_wc
 */
public final class IbvWcArray {
    private static final IbvWcStatus[] STATUS = IbvWcStatus.values();
    private final long[] wrId;
    private final int[] status;
    private final int[] opcode;
    private final int[] vendorErr;
    private final int[] byteLen;
    private final int[] immData;
    private final int[] qpNum;
    private final int[] srcQp;
    private final int[] wcFlags;

    public IbvWcArray(int capacity) {
        wrId = new long[capacity];
        status = new int[capacity];
        opcode = new int[capacity];
        vendorErr = new int[capacity];
        byteLen = new int[capacity];
        immData = new int[capacity];
        qpNum = new int[capacity];
        srcQp = new int[capacity];
        wcFlags = new int[capacity];
    }

    public int capacity() {
        return wrId.length;
    }

    public long wrId(int index) {
        return wrId[index];
    }

    public IbvWcStatus status(int index) {
        return STATUS[status[index]];
    }

    /** Number of the status, 0 = success. */
    public int statusCode(int index) {
        return status[index];
    }

    /** Number of the opcode; only for {@link IbvWcStatus#SUCCESS} does it say anything. */
    public int opcodeCode(int index) {
        return opcode[index];
    }

    public IbvWcOpcode opcode(int index) {
        return IbvWcOpcode.of(opcode[index]);
    }

    public int vendorErr(int index) {
        return vendorErr[index];
    }

    /** Bytes received, unsigned. */
    public int byteLen(int index) {
        return byteLen[index];
    }

    /** Host order. */
    public int immData(int index) {
        return immData[index];
    }

    public int qpNum(int index) {
        return qpNum[index];
    }

    public int srcQp(int index) {
        return srcQp[index];
    }

    /** Bits of {@link IbvWcFlags}. */
    public int wcFlags(int index) {
        return wcFlags[index];
    }

    /** For providers: writes entry {@code index}. */
    public void set(int index, long wrIdValue, int statusCode, int opcodeCode, int vendorErrValue, int byteLenValue,
            int immDataValue, int qpNumValue, int srcQpValue, int flags) {
        wrId[index] = wrIdValue;
        status[index] = statusCode;
        opcode[index] = opcodeCode;
        vendorErr[index] = vendorErrValue;
        byteLen[index] = byteLenValue;
        immData[index] = immDataValue;
        qpNum[index] = qpNumValue;
        srcQp[index] = srcQpValue;
        wcFlags[index] = flags;
    }
}

package org.softroce.uapi.rxe;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.softroce.uapi.AbiLayout;

/**
 * Byte layout of what the rxe driver and its user-space half share: rings, work queue elements, address vectors and
 * the driver part of the create responses. All numbers are offsets and sizes in bytes; values are little-endian
 * unless a field says otherwise.
 *
 * @mirrors include/uapi/rdma/rdma_user_rxe.h
 */
public final class RdmaUserRxe {
    /** {@code rxe_av.network_type} of an IPv4 path. */
    public static final int NETWORK_TYPE_IPV4 = 1;
    /** {@code rxe_av.network_type} of an IPv6 path. */
    public static final int NETWORK_TYPE_IPV6 = 2;

    /** A byte. */
    public static final ValueLayout.OfByte U8 = AbiLayout.U8;
    /** A little-endian 16-bit value at any address. */
    public static final ValueLayout.OfShort U16 = AbiLayout.U16;
    /** A little-endian 32-bit value at any address. */
    public static final ValueLayout.OfInt U32 = AbiLayout.U32;
    /** A little-endian 64-bit value at any address. */
    public static final ValueLayout.OfLong U64 = AbiLayout.U64;
    /** A big-endian 32-bit value at any address: immediate data, IPv4 addresses. */
    public static final ValueLayout.OfInt BE32 = AbiLayout.BE32;

    /**
     * A ring index: little-endian, 4-byte aligned, so that acquire and release are possible. Coordinates: segment,
     * offset of the index in the segment.
     */
    public static final VarHandle INDEX =
        ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private RdmaUserRxe() {
    }

    /** The producer index of the ring at {@code ring}, read with acquire; not masked. */
    public static int producerIndex(MemorySegment ring) {
        return (int) INDEX.getAcquire(ring, (long) QueueBuf.PRODUCER_INDEX);
    }

    /** Publishes the producer index of the ring at {@code ring} with release. */
    public static void producerIndex(MemorySegment ring, int value) {
        INDEX.setRelease(ring, (long) QueueBuf.PRODUCER_INDEX, value);
    }

    /** The consumer index of the ring at {@code ring}, read with acquire; not masked. */
    public static int consumerIndex(MemorySegment ring) {
        return (int) INDEX.getAcquire(ring, (long) QueueBuf.CONSUMER_INDEX);
    }

    /** Publishes the consumer index of the ring at {@code ring} with release. */
    public static void consumerIndex(MemorySegment ring, int value) {
        INDEX.setRelease(ring, (long) QueueBuf.CONSUMER_INDEX, value);
    }

    /** A GID ({@code union rxe_gid}), 16 bytes in network order. */
    public static final class Gid {
        public static final int SIZE = 16, RAW = 0, GLOBAL = 0, GLOBAL_SUBNET_PREFIX = 0, GLOBAL_INTERFACE_ID = 8;
        private Gid() { }
    }

    /** Layout of {@code struct rxe_global_route}: offsets and size in bytes. */
    public static final class GlobalRoute {
        public static final int SIZE = 24, DGID = 0, FLOW_LABEL = 16, SGID_INDEX = 20, HOP_LIMIT = 21,
                TRAFFIC_CLASS = 22;
        private GlobalRoute() { }
    }

    /** Address vector ({@code struct rxe_av}) with source and destination as {@code sockaddr_in} or {@code
     * sockaddr_in6}. */
    public static final class Av {
        public static final int SIZE = 88, PORT_NUM = 0, NETWORK_TYPE = 1, DMAC = 2, GRH = 8, SGID_ADDR = 32,
                SGID_ADDR__SOCKADDR_IN = 32, SGID_ADDR__SOCKADDR_IN6 = 32, DGID_ADDR = 60,
                DGID_ADDR__SOCKADDR_IN = 60, DGID_ADDR__SOCKADDR_IN6 = 60;
        private Av() { }
    }

    /** The posted request ({@code struct rxe_send_wr}); the fields named {@code WR_*} overlay each other, chosen
     * by the opcode. Immediate data is big-endian, everything else little-endian. */
    public static final class SendWr {
        public static final int SIZE = 144, WR_ID = 0, RESERVED = 8, OPCODE = 12, SEND_FLAGS = 16, EX = 20,
                EX_IMM_DATA = 20, EX_INVALIDATE_RKEY = 20, WR = 24, WR_FLUSH = 24, WR_FLUSH_REMOTE_ADDR = 24,
                WR_FLUSH_LENGTH = 32, WR_FLUSH_RKEY = 36, WR_FLUSH_TYPE = 40, WR_FLUSH_LEVEL = 41, WR_RDMA = 24,
                WR_RDMA_REMOTE_ADDR = 24, WR_RDMA_RKEY = 32, WR_RDMA_RESERVED = 36, WR_ATOMIC = 24,
                WR_ATOMIC_REMOTE_ADDR = 24, WR_ATOMIC_COMPARE_ADD = 32, WR_ATOMIC_SWAP = 40, WR_ATOMIC_RKEY = 48,
                WR_ATOMIC_RESERVED = 52, WR_UD = 24, WR_UD_REMOTE_QPN = 24, WR_UD_REMOTE_QKEY = 28,
                WR_UD_PKEY_INDEX = 32, WR_UD_RESERVED = 34, WR_UD_AH_NUM = 36, WR_UD_PAD = 40, WR_UD_AV = 56,
                WR_MW = 24, WR_MW_ADDR = 24, WR_MW_LENGTH = 32, WR_MW_MR_LKEY = 40, WR_MW_MW_RKEY = 44,
                WR_MW_RKEY = 48, WR_MW_ACCESS = 52;
        private SendWr() { }
    }

    /** Layout of {@code struct rxe_sge}: offsets and size in bytes. */
    public static final class Sge {
        public static final int SIZE = 16, ADDR = 0, LENGTH = 8, LKEY = 12;
        private Sge() { }
    }

    /** What to map ({@code struct mminfo}): offset in the file and size in bytes, 16 bytes in all. */
    public static final class Mminfo {
        public static final int SIZE = 16, OFFSET = 0, MAP_SIZE = 8, PAD = 12;
        private Mminfo() { }
    }

    /** Progress of a transfer over its scatter list ({@code struct rxe_dma_info}); list, inline data and atomic
     * operands share one place. */
    public static final class DmaInfo {
        public static final int SIZE = 24, LENGTH = 0, RESID = 4, CUR_SGE = 8, NUM_SGE = 12, SGE_OFFSET = 16,
                RESERVED = 20, INLINE_DATA = 24, ATOMIC_WR = 24, SGE = 24;
        private DmaInfo() { }
    }

    /** One element of a send ring ({@code struct rxe_send_wqe}). The scatter list, or the inline data, follows
     * at {@link #DMA_SGE} and is not counted in {@link #SIZE}. */
    public static final class SendWqe {
        public static final int SIZE = 208, WR = 0, STATUS = 144, STATE = 148, IOVA = 152, MASK = 160,
                FIRST_PSN = 164, LAST_PSN = 168, ACK_LENGTH = 172, SSN = 176, HAS_RD_ATOMIC = 180, DMA = 184,
                DMA_LENGTH = 184, DMA_RESID = 188, DMA_CUR_SGE = 192, DMA_NUM_SGE = 196, DMA_SGE_OFFSET = 200,
                DMA_INLINE_DATA = 208, DMA_ATOMIC_WR = 208, DMA_SGE = 208;
        private SendWqe() { }
    }

    /** One element of a receive ring ({@code struct rxe_recv_wqe}). The scatter list follows at {@link #DMA_SGE}
     * and is not counted in {@link #SIZE}. */
    public static final class RecvWqe {
        public static final int SIZE = 40, WR_ID = 0, RESERVED = 8, PADDING = 12, DMA = 16, DMA_LENGTH = 16,
                DMA_RESID = 20, DMA_CUR_SGE = 24, DMA_NUM_SGE = 28, DMA_SGE_OFFSET = 32, DMA_INLINE_DATA = 40,
                DMA_ATOMIC_WR = 40, DMA_SGE = 40;
        private RecvWqe() { }
    }

    /** Layout of {@code struct rxe_create_ah_resp}: offsets and size in bytes. */
    public static final class CreateAhResp {
        public static final int SIZE = 8, AH_NUM = 0, RESERVED = 4;
        private CreateAhResp() { }
    }

    /** Layout of {@code struct rxe_create_cq_resp}: offsets and size in bytes. */
    public static final class CreateCqResp {
        public static final int SIZE = 16, MI = 0;
        private CreateCqResp() { }
    }

    /** Layout of {@code struct rxe_resize_cq_resp}: offsets and size in bytes. */
    public static final class ResizeCqResp {
        public static final int SIZE = 16, MI = 0;
        private ResizeCqResp() { }
    }

    /** Layout of {@code struct rxe_create_qp_resp}: offsets and size in bytes. */
    public static final class CreateQpResp {
        public static final int SIZE = 32, RQ_MI = 0, SQ_MI = 16;
        private CreateQpResp() { }
    }

    /** Layout of {@code struct rxe_create_srq_resp}: offsets and size in bytes. */
    public static final class CreateSrqResp {
        public static final int SIZE = 24, MI = 0, SRQ_NUM = 16, RESERVED = 20;
        private CreateSrqResp() { }
    }

    /** Layout of {@code struct rxe_modify_srq_cmd}: offsets and size in bytes. */
    public static final class ModifySrqCmd {
        public static final int SIZE = 8, MMAP_INFO_ADDR = 0;
        private ModifySrqCmd() { }
    }

    /** Head of every shared ring ({@code struct rxe_queue_buf}): the producer index and the consumer index stand
     * in cache lines of their own, the elements begin at {@link #DATA}. */
    public static final class QueueBuf {
        public static final int SIZE = 384, LOG2_ELEM_SIZE = 0, INDEX_MASK = 4, PAD_1 = 8, PRODUCER_INDEX = 128,
                PAD_2 = 132, CONSUMER_INDEX = 256, PAD_3 = 260, DATA = 384;
        private QueueBuf() { }
    }
}

package org.softroce.nldev.internal;

import java.util.ArrayList;
import java.util.List;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.netlink.NlMsg;
import org.softroce.uapi.netlink.NlReader;
import org.softroce.uapi.netlink.NlWriter;
import org.softroce.uapi.rdma.RdmaNetlink;

/**
 * Collects the answers to one datagram: each message of a request becomes a datagram, those of a dump are joined up to
 * a page.
 *
 * @mirrors net/netlink/af_netlink.c#netlink_ack
 */
final class Reply {

    /** A dump's datagram is closed once it is this long, so that readers with 8 KiB buffers take it. */
    private static final int DUMP_BYTES = 4096;

    private final int portId;
    private final List<byte[]> datagrams = new ArrayList<>();
    private NlWriter writer = new NlWriter();
    private int written;
    private byte[] requestHeader;
    private int requestType;
    private int seq;

    Reply(int portId) {
        this.portId = portId;
    }

    /** Starts the answer to the reader's current message. */
    void begin(NlReader reader) {
        requestHeader = reader.bytes(0, NlMsg.HEADER);
        requestType = reader.type();
        seq = reader.seq();
    }

    /** Writes into an answer. */
    @FunctionalInterface
    interface Content {
        void write(NlWriter writer);
    }

    /** The answer of a command without dump. */
    void message(Content content) {
        write(0, content);
        flush();
    }

    /** One message of a dump. */
    void part(Content content) {
        write(NlMsg.NLM_F_MULTI, content);
        if (written > DUMP_BYTES) {
            flush();
        }
    }

    private void write(int flags, Content content) {
        int type = RdmaNetlink.type(RdmaNetlink.RDMA_NL_NLDEV, RdmaNetlink.command(requestType));
        writer.begin(type, flags, seq, portId);
        try {
            content.write(writer);
        } catch (RuntimeException e) {
            writer.cancel();
            throw e;
        }
        writer.end();
        written = writer.size();
    }

    private void flush() {
        if (written > 0) {
            datagrams.add(writer.toBytes());
            writer = new NlWriter();
            written = 0;
        }
    }

    /** End of a dump. */
    void done() {
        writer.begin(NlMsg.NLMSG_DONE, NlMsg.NLM_F_MULTI, seq, portId).rawU32(0).end();
        written = writer.size();
        flush();
    }

    /** End of a dump that failed: what it had so far stands, the errno says that it is not all. */
    void done(ErrnoException e) {
        int flags = NlMsg.NLM_F_MULTI | (e.detail() == null ? 0 : NlMsg.NLM_F_ACK_TLVS);
        writer.begin(NlMsg.NLMSG_DONE, flags, seq, portId).rawU32(-e.errno().number());
        if (e.detail() != null) {
            writer.putString(NlMsg.NLMSGERR_ATTR_MSG, e.detail());
        }
        writer.end();
        written = writer.size();
        flush();
    }

    void ack() {
        writer.begin(NlMsg.NLMSG_ERROR, NlMsg.NLM_F_CAPPED, seq, portId).rawU32(0).raw(requestHeader).end();
        written = writer.size();
        flush();
    }

    /** The refusal, with the reason as extended ack. What was written so far is dropped. */
    void error(ErrnoException e) {
        writer = new NlWriter();
        int flags = NlMsg.NLM_F_CAPPED | (e.detail() == null ? 0 : NlMsg.NLM_F_ACK_TLVS);
        writer.begin(NlMsg.NLMSG_ERROR, flags, seq, portId).rawU32(-e.errno().number()).raw(requestHeader);
        if (e.detail() != null) {
            writer.putString(NlMsg.NLMSGERR_ATTR_MSG, e.detail());
        }
        writer.end();
        written = writer.size();
        flush();
    }

    List<byte[]> datagrams() {
        return datagrams;
    }
}

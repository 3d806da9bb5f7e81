package org.softroce.perftest.internal;

/**
 * The table that stands above the results.
 *
 * @mirrors perftest/src/perftest_parameters.c#ctx_print_test_info
 */
final class TestInfo {

    private TestInfo() { }

    static String text(Parameters p, String title, String device) {
        StringBuilder text = new StringBuilder(Parameters.RESULT_LINE);
        text.append("                    ").append(title).append(p.duplex ? "Bidirectional " : "")
                .append(p.postList > 1 ? "Post List " : "").append("BW Test\n");
        pair(text, "Dual-port       : OFF", "Device         : " + device);
        pair(text, "Number of qps   : " + p.numQps, "Transport type : IB");
        pair(text, "Connection type : RC", "Using SRQ      : OFF");
        pair(text, "PCIe relax order: ON", "Lock-free      : " + (p.noLock ? "ON" : "OFF"));
        pair(text, "ibv_wr* API     : OFF", "Using DDP      : OFF");
        if (p.isClient() || p.duplex) {
            line(text, "TX depth        : " + p.txDepth);
        }
        if (p.postList > 1) {
            line(text, "Post List       : " + p.postList);
        }
        line(text, "CQ Moderation   : " + p.cqMod);
        line(text, "Mtu             : " + (128 << p.currMtu.value()) + "[B]");
        line(text, "Link type       : Ethernet");
        line(text, "GID index       : " + p.gidIndex);
        line(text, "Max inline data : " + p.inlineSize + "[B]");
        line(text, "rdma_cm QPs\t : OFF");
        line(text, "Data ex. method : Ethernet");
        return text.append(Parameters.RESULT_LINE).toString();
    }

    private static void pair(StringBuilder text, String left, String right) {
        text.append(' ').append(left).append("\t\t").append(right).append('\n');
    }

    private static void line(StringBuilder text, String words) {
        text.append(' ').append(words).append('\n');
    }

    /** Heading of the result table. */
    static String resultHeading(Parameters p) {
        String unit = p.gbits ? "Gb" : "MiB";
        return Parameters.RESULT_LINE + " #bytes     #iterations    BW peak[" + unit + "/sec]    BW average[" + unit
                + "/sec]   MsgRate[Mpps]\n";
    }
}

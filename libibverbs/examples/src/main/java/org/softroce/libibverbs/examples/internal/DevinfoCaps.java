package org.softroce.libibverbs.examples.internal;

import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import org.softroce.verbs.IbvDeviceAttr;

/**
 * The capabilities that {@code -v} adds.
 *
 * @mirrors libibverbs/examples/devinfo.c#print_device_cap_flags
 */
final class DevinfoCaps {

    /** Bit number -> name, in the order of the bits. */
    private static final Map<Integer, String> FLAGS = new TreeMap<>(Map.ofEntries(
            Map.entry(0, "RESIZE_MAX_WR"), Map.entry(1, "BAD_PKEY_CNTR"), Map.entry(2, "BAD_QKEY_CNTR"),
            Map.entry(3, "RAW_MULTI"), Map.entry(4, "AUTO_PATH_MIG"), Map.entry(5, "CHANGE_PHY_PORT"),
            Map.entry(6, "UD_AV_PORT_ENFORCE"), Map.entry(7, "CURR_QP_STATE_MOD"), Map.entry(8, "SHUTDOWN_PORT"),
            Map.entry(9, "INIT_TYPE"), Map.entry(10, "PORT_ACTIVE_EVENT"), Map.entry(11, "SYS_IMAGE_GUID"),
            Map.entry(12, "RC_RNR_NAK_GEN"), Map.entry(13, "SRQ_RESIZE"), Map.entry(14, "N_NOTIFY_CQ"),
            Map.entry(17, "MEM_WINDOW"), Map.entry(18, "UD_IP_CSUM"), Map.entry(20, "XRC"),
            Map.entry(21, "MEM_MGT_EXTENSIONS"), Map.entry(23, "MEM_WINDOW_TYPE_2A"),
            Map.entry(24, "MEM_WINDOW_TYPE_2B"), Map.entry(25, "RC_IP_CSUM"), Map.entry(26, "RAW_IP_CSUM"),
            Map.entry(29, "MANAGED_FLOW_STEERING")));
    private static final Map<Integer, String> FLAGS_EX = new TreeMap<>(Map.of(
            34, "RAW_SCATTER_FCS", 36, "PCI_WRITE_END_PADDING", 41, "CC_DMA_BOUNCE"));
    private static final long EX_MASK = 0xffff_ffff_0000_0000L;

    private final PrintStream out;

    DevinfoCaps(PrintStream out) {
        this.out = out;
    }

    void print(IbvDeviceAttr attr, int compVectors) {
        out.printf("\tmax_mr_size:\t\t\t0x%x\n", attr.maxMrSize);
        out.printf("\tpage_size_cap:\t\t\t0x%x\n", attr.pageSizeCap);
        number("max_qp:\t\t\t\t", attr.maxQp);
        number("max_qp_wr:\t\t\t", attr.maxQpWr);
        out.printf("\tdevice_cap_flags:\t\t0x%08x\n", attr.deviceCapFlags);
        flags(FLAGS, Integer.toUnsignedLong(attr.deviceCapFlags));
        number("max_sge:\t\t\t", attr.maxSge);
        number("max_sge_rd:\t\t\t", attr.maxSgeRd);
        number("max_cq:\t\t\t\t", attr.maxCq);
        number("max_cqe:\t\t\t", attr.maxCqe);
        number("max_mr:\t\t\t\t", attr.maxMr);
        number("max_pd:\t\t\t\t", attr.maxPd);
        number("max_qp_rd_atom:\t\t\t", attr.maxQpRdAtom);
        number("max_ee_rd_atom:\t\t\t", attr.maxEeRdAtom);
        number("max_res_rd_atom:\t\t", attr.maxResRdAtom);
        number("max_qp_init_rd_atom:\t\t", attr.maxQpInitRdAtom);
        number("max_ee_init_rd_atom:\t\t", attr.maxEeInitRdAtom);
        out.printf("\tatomic_cap:\t\t\t%s (%d)\n", DevinfoReport.atomicCap(attr.atomicCap), attr.atomicCap);
        rest(attr);
        features(attr);
        number("num_comp_vectors:\t\t", compVectors);
    }

    private void rest(IbvDeviceAttr attr) {
        number("max_ee:\t\t\t\t", attr.maxEe);
        number("max_rdd:\t\t\t", attr.maxRdd);
        number("max_mw:\t\t\t\t", attr.maxMw);
        number("max_raw_ipv6_qp:\t\t", attr.maxRawIpv6Qp);
        number("max_raw_ethy_qp:\t\t", attr.maxRawEthyQp);
        number("max_mcast_grp:\t\t\t", attr.maxMcastGrp);
        number("max_mcast_qp_attach:\t\t", attr.maxMcastQpAttach);
        number("max_total_mcast_qp_attach:\t", attr.maxTotalMcastQpAttach);
        number("max_ah:\t\t\t\t", attr.maxAh);
        number("max_fmr:\t\t\t", attr.maxFmr);
        if (attr.maxFmr != 0) {
            number("max_map_per_fmr:\t\t", attr.maxMapPerFmr);
        }
        number("max_srq:\t\t\t", attr.maxSrq);
        if (attr.maxSrq != 0) {
            number("max_srq_wr:\t\t\t", attr.maxSrqWr);
            number("max_srq_sge:\t\t\t", attr.maxSrqSge);
        }
        number("max_pkeys:\t\t\t", attr.maxPkeys);
        number("local_ca_ack_delay:\t\t", attr.localCaAckDelay);
    }

    /** What the extended query tells; all of it absent on a device of ours, in the words for that. */
    private void features(IbvDeviceAttr attr) {
        out.print("\tgeneral_odp_caps:\n");
        for (String transport : new String[] {"rc", "uc", "ud", "xrc"}) {
            out.print("\t" + transport + "_odp_caps:\n\t\t\t\t\tNO SUPPORT\n");
        }
        if (attr.completionTimestampMask != 0) {
            out.printf("\tcompletion timestamp_mask:\t\t\t0x%016x\n", attr.completionTimestampMask);
        } else {
            out.print("\tcompletion_timestamp_mask not supported\n");
        }
        if (attr.hcaCoreClock != 0) {
            out.printf("\thca_core_clock:\t\t\t%dkHZ\n", attr.hcaCoreClock);
        } else {
            out.print("\tcore clock not supported\n");
        }
        out.printf("\tdevice_cap_flags_ex:\t\t0x%X\n", attr.deviceCapFlagsEx);
        flags(FLAGS_EX, attr.deviceCapFlagsEx & EX_MASK);
        out.print("\ttso_caps:\n\t\tmax_tso:\t\t\t0\n");
        out.print("\trss_caps:\n\t\tmax_rwq_indirection_tables:\t\t\t0\n");
        out.print("\t\tmax_rwq_indirection_table_size:\t\t\t0\n");
        out.print("\t\trx_hash_function:\t\t\t\t0x0\n\t\trx_hash_fields_mask:\t\t\t\t0x0\n");
        number("max_wq_type_rq:\t\t\t", attr.maxWqTypeRq);
        out.print("\tpacket_pacing_caps:\n\t\tqp_rate_limit_min:\t0kbps\n\t\tqp_rate_limit_max:\t0kbps\n");
        out.print("\ttag matching not supported\n");
    }

    private void number(String label, int value) {
        out.print("\t" + label + value + "\n");
    }

    private void flags(Map<Integer, String> names, long flags) {
        long unknown = flags;
        for (var entry : names.entrySet()) {
            long bit = 1L << entry.getKey();
            if ((flags & bit) != 0) {
                out.print("\t\t\t\t\t" + entry.getValue() + "\n");
                unknown &= ~bit;
            }
        }
        if (unknown != 0) {
            out.printf("\t\t\t\t\tUnknown flags: 0x%X\n", unknown);
        }
    }
}

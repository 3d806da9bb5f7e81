package org.softroce.libibverbs.examples.internal;

import java.io.PrintStream;
import org.softroce.kernel.task.Invocation;
import org.softroce.uapi.ErrnoException;
import org.softroce.verbs.IbvContext;
import org.softroce.verbs.IbvDevice;
import org.softroce.verbs.IbvDeviceAttr;
import org.softroce.verbs.IbvGid;
import org.softroce.verbs.IbvMtu;
import org.softroce.verbs.IbvPortAttr;
import org.softroce.verbs.IbvPortState;

/**
 * The report about one device.
 *
 * @mirrors libibverbs/examples/devinfo.c#print_hca_cap
 */
final class DevinfoReport {

    private static final String[] TRANSPORTS = {"InfiniBand", "iWARP", "usNIC", "usNIC UDP", "unspecified"};
    private static final String[] PHYS_STATES = {"invalid physical state", "SLEEP", "POLLING", "DISABLED",
        "PORT_CONFIGURATION TRAINNING", "LINK_UP", "LINK_ERROR_RECOVERY", "PHY TEST"};
    private static final String[] ATOMIC_CAPS = {"ATOMIC_NONE", "ATOMIC_HCA", "ATOMIC_GLOB"};
    private static final String[] VLS = {"invalid value", "1", "2", "4", "8", "15"};
    private static final String[] LINK_LAYERS = {"Unspecified", "InfiniBand", "Ethernet"};

    private final PrintStream out;
    private final PrintStream err;
    private final boolean verbose;

    DevinfoReport(Invocation invocation, boolean verbose) {
        this.out = invocation.out();
        this.err = invocation.err();
        this.verbose = verbose;
    }

    /** Prints; the exit code of this device. */
    int print(IbvDevice device, int port) {
        IbvContext context;
        try {
            context = device.open();
        } catch (ErrnoException e) {
            return fail("Failed to open device", e, 1);
        }
        try (context) {
            IbvDeviceAttr attr;
            try {
                attr = context.queryDevice();
            } catch (ErrnoException e) {
                return fail("Failed to query device props", e, 2);
            }
            if (port > attr.physPortCnt) {
                err.print("Invalid port requested for device\n");
                err.print("  port " + port + " of " + device.name() + "; it has ports 1.." + attr.physPortCnt + "\n");
                return 4;
            }
            head(device, attr);
            if (verbose) {
                new DevinfoCaps(out).print(attr, context.numCompVectors());
            }
            return ports(device, context, attr, port);
        }
    }

    private int fail(String words, ErrnoException e, int exit) {
        err.print(words + "\n");
        Words.explain(err, e);
        return exit;
    }

    private void head(IbvDevice device, IbvDeviceAttr attr) {
        out.print("hca_id:\t" + device.name() + "\n");
        int transport = device.transportType();
        out.printf("\ttransport:\t\t\t%s (%d)\n", word(TRANSPORTS, transport, "invalid transport"), transport);
        if (!attr.fwVer.isEmpty()) {
            out.print("\tfw_ver:\t\t\t\t" + attr.fwVer + "\n");
        }
        out.print("\tnode_guid:\t\t\t" + guid(attr.nodeGuid) + "\n");
        out.print("\tsys_image_guid:\t\t\t" + guid(attr.sysImageGuid) + "\n");
        out.printf("\tvendor_id:\t\t\t0x%04x\n", attr.vendorId);
        out.printf("\tvendor_part_id:\t\t\t%d\n", attr.vendorPartId);
        out.printf("\thw_ver:\t\t\t\t0x%X\n", attr.hwVer);
        out.printf("\tphys_port_cnt:\t\t\t%d\n", attr.physPortCnt);
    }

    private static String guid(long guid) {
        return String.format("%04x:%04x:%04x:%04x", guid >>> 48, guid >>> 32 & 0xffff, guid >>> 16 & 0xffff,
                guid & 0xffff);
    }

    private int ports(IbvDevice device, IbvContext context, IbvDeviceAttr attr, int wanted) {
        for (int port = 1; port <= attr.physPortCnt; port++) {
            if (wanted != 0 && port != wanted) {
                continue;
            }
            IbvPortAttr portAttr;
            try {
                portAttr = context.queryPort(port);
            } catch (ErrnoException e) {
                return fail("Failed to query port " + port + " props", e, e.errno().number());
            }
            port(port, portAttr);
            if (verbose) {
                portDetails(device, portAttr);
                gids(context, port, portAttr);
            }
            out.print("\n");
        }
        return 0;
    }

    private void port(int port, IbvPortAttr attr) {
        out.printf("\t\tport:\t%d\n", port);
        out.printf("\t\t\tstate:\t\t\t%s (%d)\n", stateWord(attr.state()), attr.state().value());
        out.printf("\t\t\tmax_mtu:\t\t%d (%d)\n", 128 << attr.maxMtu().value(), attr.maxMtu().value());
        IbvMtu active = attr.activeMtu();
        out.printf("\t\t\tactive_mtu:\t\t%d (%d)\n", 128 << active.value(), active.value());
        out.printf("\t\t\tsm_lid:\t\t\t%d\n", attr.smLid());
        out.printf("\t\t\tport_lid:\t\t%d\n", attr.lid());
        out.printf("\t\t\tport_lmc:\t\t0x%02x\n", attr.lmc());
        out.printf("\t\t\tlink_layer:\t\t%s\n", word(LINK_LAYERS, attr.linkLayer(), "Unknown"));
    }

    private static String stateWord(IbvPortState state) {
        return switch (state) {
            case DOWN, INIT, ARMED, ACTIVE -> state.text();
            default -> "invalid state";
        };
    }

    private void portDetails(IbvDevice device, IbvPortAttr attr) {
        out.printf("\t\t\tmax_msg_sz:\t\t0x%x\n", attr.maxMsgSz());
        out.printf("\t\t\tport_cap_flags:\t\t0x%08x\n", attr.portCapFlags());
        out.printf("\t\t\tport_cap_flags2:\t0x%04x\n", attr.portCapFlags2());
        out.printf("\t\t\tmax_vl_num:\t\t%s (%d)\n", word(VLS, attr.maxVlNum(), "invalid value"), attr.maxVlNum());
        out.printf("\t\t\tbad_pkey_cntr:\t\t0x%x\n", attr.badPkeyCntr());
        out.printf("\t\t\tqkey_viol_cntr:\t\t0x%x\n", attr.qkeyViolCntr());
        out.printf("\t\t\tsm_sl:\t\t\t%d\n", attr.smSl());
        out.printf("\t\t\tpkey_tbl_len:\t\t%d\n", attr.pkeyTblLen());
        out.printf("\t\t\tgid_tbl_len:\t\t%d\n", attr.gidTblLen());
        out.printf("\t\t\tsubnet_timeout:\t\t%d\n", attr.subnetTimeout());
        out.printf("\t\t\tinit_type_reply:\t%d\n", attr.initTypeReply());
        out.printf("\t\t\tactive_width:\t\t%sX (%d)\n", width(attr.activeWidth()), attr.activeWidth());
        out.printf("\t\t\tactive_speed:\t\t%s (%d)\n", speed(attr.activeSpeed()), attr.activeSpeed());
        if (device.transportType() == 0) {
            out.printf("\t\t\tphys_state:\t\t%s (%d)\n",
                    word(PHYS_STATES, attr.physState(), "invalid physical state"), attr.physState());
        }
    }

    private void gids(IbvContext context, int port, IbvPortAttr attr) {
        for (var entry : context.queryGidTable()) {
            IbvGid gid = entry.gid();
            if (entry.portNum() != port || gid.interfaceId() == 0) {
                continue;
            }
            String type = attr.linkLayer() == 2 ? ", " + (entry.gidType() == 2 ? "RoCE v2" : "RoCE v1") : "";
            out.printf("\t\t\tGID[%3d]:\t\t%s%s\n", entry.gidIndex(), gid, type);
        }
    }

    private static String width(int width) {
        return switch (width) {
            case 1 -> "1";
            case 2 -> "4";
            case 4 -> "8";
            case 8 -> "12";
            case 16 -> "2";
            default -> "invalid width";
        };
    }

    private static String speed(int speed) {
        return switch (speed) {
            case 1 -> "2.5 Gbps";
            case 2 -> "5.0 Gbps";
            case 4, 8 -> "10.0 Gbps";
            case 16 -> "14.0 Gbps";
            case 32 -> "25.0 Gbps";
            case 64 -> "50.0 Gbps";
            case 128 -> "100.0 Gbps";
            case 256 -> "200.0 Gbps";
            default -> "invalid speed";
        };
    }

    static String atomicCap(int value) {
        return word(ATOMIC_CAPS, value, "invalid atomic capability");
    }

    private static String word(String[] words, int index, String other) {
        return index >= 0 && index < words.length ? words[index] : other;
    }
}

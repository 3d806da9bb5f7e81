package org.softroce.infinibanddiags.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * A channel adapter as sysfs shows it.
 *
 * @param nodeType 1 = CA, 2 = switch, 3 = router
 * @mirrors libibumad/umad.h#umad_ca
 */
record UmadCa(String name, int nodeType, String type, String firmware, String hardware, long nodeGuid,
        long systemGuid, List<UmadPort> ports) {

    private static final List<String> NODE_TYPES = List.of("???", "CA", "Switch", "Router", "iWARP RNIC");

    /**
     * A port.
     *
     * @param rate Gb/s, whole
     */
    record UmadPort(int number, long state, long physicalState, long rate, boolean fdr10, long baseLid, long lmc,
            long smLid, long capabilityMask, long guid, String linkLayer) { }

    String nodeTypeName() {
        return nodeType < NODE_TYPES.size() ? NODE_TYPES.get(nodeType) : "???";
    }

    /** Highest port number. */
    int portCount() {
        return ports.isEmpty() ? 0 : ports.getLast().number();
    }

    /** The port, or {@code null}. */
    UmadPort port(int number) {
        return ports.stream().filter(port -> port.number() == number).findFirst().orElse(null);
    }

    /** Names of CAs, switches and routers, sorted. */
    static List<String> list(Sysfs sysfs) {
        List<String> names = sysfs.names(Sysfs.INFINIBAND);
        return names == null ? List.of() : names.stream().filter(name -> isIbType(sysfs, name)).toList();
    }

    private static boolean isIbType(Sysfs sysfs, String name) {
        try {
            long type = sysfs.number(Sysfs.INFINIBAND + "/" + name + "/node_type");
            return type >= 1 && type <= 3;
        } catch (Sysfs.MissingAttribute e) {
            return false;
        }
    }

    static UmadCa read(Sysfs sysfs, String name) throws Sysfs.MissingAttribute {
        String dir = Sysfs.INFINIBAND + "/" + name;
        List<String> numbers = sysfs.names(dir + "/ports");
        if (numbers == null) {
            throw new Sysfs.MissingAttribute(dir + "/ports");
        }
        List<UmadPort> ports = new ArrayList<>();
        for (String number : numbers) {
            if (number.matches("\\d{1,3}")) {
                ports.add(readPort(sysfs, dir + "/ports/" + number, Integer.parseInt(number)));
            }
        }
        ports.sort((a, b) -> Integer.compare(a.number(), b.number()));
        return new UmadCa(name, (int) sysfs.number(dir + "/node_type"), orEmpty(sysfs.text(dir + "/hca_type")),
                orEmpty(sysfs.text(dir + "/fw_ver")), orEmpty(sysfs.text(dir + "/hw_rev")),
                sysfs.guid(dir + "/node_guid"), sysfs.guid(dir + "/sys_image_guid"), List.copyOf(ports));
    }

    private static UmadPort readPort(Sysfs sysfs, String dir, int number) throws Sysfs.MissingAttribute {
        String rate = orEmpty(sysfs.text(dir + "/rate"));
        String layer = sysfs.text(dir + "/link_layer");
        return new UmadPort(number, sysfs.number(dir + "/state"), sysfs.number(dir + "/phys_state"),
                sysfs.number(dir + "/rate"), rate.toLowerCase().contains("fdr10)"), sysfs.number(dir + "/lid"),
                sysfs.number(dir + "/lid_mask_count"), sysfs.number(dir + "/sm_lid"),
                sysfs.number(dir + "/cap_mask"), sysfs.guid(dir + "/gids/0"), layer == null ? "IB" : layer);
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}

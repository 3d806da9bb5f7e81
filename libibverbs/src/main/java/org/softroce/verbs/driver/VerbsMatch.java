package org.softroce.verbs.driver;

import java.util.regex.Pattern;
import org.softroce.uapi.rdma.RdmaDriverId;

/**
 * One way to recognise a device.
 *
 * @mirrors libibverbs/driver.h#verbs_match_ent
 */
public sealed interface VerbsMatch {

    /** By the number that netlink reports; comes before all other matches. */
    record DriverId(RdmaDriverId id) implements VerbsMatch { }

    /**
     * By the modalias of the device's bus, or by {@code rdma_device:N} followed by the device's name.
     *
     * @param pattern with {@code *} for any text and {@code ?} for any character
     */
    record Modalias(String pattern) implements VerbsMatch {
        /** Whether a modalias fits. */
        public boolean matches(String modalias) {
            String quoted = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
            return modalias.matches(quoted);
        }
    }

    /**
     * By the beginning of the device's name: the last resort for devices without a bus, which a rename breaks.
     *
     * @mirrors libibverbs/driver.h#VERBS_NAME_MATCH
     */
    static VerbsMatch name(String prefix) {
        return new Modalias("rdma_device:*N" + prefix + "*");
    }
}

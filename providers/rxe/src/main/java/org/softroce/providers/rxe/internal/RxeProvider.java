package org.softroce.providers.rxe.internal;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.softroce.uapi.rdma.RdmaDriverId;
import org.softroce.verbs.driver.VerbsContext;
import org.softroce.verbs.driver.VerbsDevice;
import org.softroce.verbs.driver.VerbsDeviceOps;
import org.softroce.verbs.driver.VerbsMatch;

/**
 * The user-space half of the rxe driver.
 *
 * @mirrors providers/rxe/rxe.c#rxe_dev_ops
 */
@Component(service = VerbsDeviceOps.class, immediate = true)
public final class RxeProvider implements VerbsDeviceOps {
    private static final List<VerbsMatch> HCA_TABLE =
            List.of(new VerbsMatch.DriverId(RdmaDriverId.RXE), VerbsMatch.name("rxe"));

    @Override
    public String name() {
        return "rxe";
    }

    @Override
    public List<VerbsMatch> matchTable() {
        return HCA_TABLE;
    }

    @Override
    public int matchMinAbiVersion() {
        return 1;
    }

    @Override
    public int matchMaxAbiVersion() {
        return 2;
    }

    @Override
    public VerbsContext allocContext(VerbsDevice device, int cmdFd) {
        return new UrxeContext(device, cmdFd);
    }
}

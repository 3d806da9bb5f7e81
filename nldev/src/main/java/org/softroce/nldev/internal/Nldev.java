package org.softroce.nldev.internal;

import static org.softroce.uapi.rdma.RdmaNetlink.*;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.ib.IbDeviceRegistry;
import org.softroce.ib.RdmaLinkOps;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.CharDevice;
import org.softroce.kernel.task.NetlinkFamily;
import org.softroce.kernel.task.Task;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.SocketNumbers;
import org.softroce.uapi.netlink.NlMsg;
import org.softroce.uapi.netlink.NlReader;

/**
 * The netlink family of RDMA: takes datagrams apart, finds the command in a table, and answers.
 *
 * @mirrors drivers/infiniband/core/nldev.c#nldev_cb_table
 */
@Component(immediate = true)
public final class Nldev implements NetlinkFamily {

    private static final Logger LOG = LoggerFactory.getLogger(Nldev.class);

    /** Handles one request and answers through the reply. */
    @FunctionalInterface
    interface Handler {
        void handle(Request request, Reply reply);
    }

    /**
     * A command.
     *
     * @param admin only for uid 0
     * @param doit without NLM_F_DUMP, or {@code null}
     * @param dump with it, or {@code null}
     */
    record Command(boolean admin, Handler doit, Handler dump) { }

    private final Map<String, RdmaLinkOps> linkOps = new ConcurrentHashMap<>();
    private final Map<CharDevice, Map<String, Object>> charDevices = new ConcurrentHashMap<>();
    private final Map<Integer, Command> commands;

    @Activate
    public Nldev(@Reference IbDeviceRegistry registry, @Reference Modules modules) {
        DeviceLookup lookup = new DeviceLookup(registry);
        DevHandlers dev = new DevHandlers(registry, lookup);
        LinkHandlers link = new LinkHandlers(registry, lookup, modules, linkOps);
        ResourceHandlers resources = new ResourceHandlers(lookup);
        ChardevHandlers chardev = new ChardevHandlers(lookup, charDevices);
        this.commands = Map.ofEntries(
                Map.entry(RDMA_NLDEV_CMD_GET, new Command(false, dev::get, dev::dump)),
                Map.entry(RDMA_NLDEV_CMD_SET, new Command(true, dev::set, null)),
                Map.entry(RDMA_NLDEV_CMD_PORT_GET, new Command(false, dev::portGet, dev::portDump)),
                Map.entry(RDMA_NLDEV_CMD_SYS_GET, new Command(false, dev::sysGet, null)),
                Map.entry(RDMA_NLDEV_CMD_NEWLINK, new Command(true, link::newlink, null)),
                Map.entry(RDMA_NLDEV_CMD_DELLINK, new Command(true, link::dellink, null)),
                Map.entry(RDMA_NLDEV_CMD_GET_CHARDEV, new Command(false, chardev::get, null)),
                Map.entry(RDMA_NLDEV_CMD_STAT_GET, new Command(false, dev::statGet, null)),
                Map.entry(RDMA_NLDEV_CMD_RES_GET, new Command(false, resources::summary, resources::summaryDump)),
                Map.entry(RDMA_NLDEV_CMD_RES_QP_GET, new Command(false, null, resources::queuePairs)),
                Map.entry(RDMA_NLDEV_CMD_RES_CQ_GET, new Command(false, null, resources::completionQueues)),
                Map.entry(RDMA_NLDEV_CMD_RES_MR_GET, new Command(false, null, resources::memoryRegions)),
                Map.entry(RDMA_NLDEV_CMD_RES_PD_GET, new Command(false, null, resources::protectionDomains)),
                Map.entry(RDMA_NLDEV_CMD_RES_CTX_GET, new Command(false, null, resources::contexts)),
                Map.entry(RDMA_NLDEV_CMD_RES_SRQ_GET, new Command(false, null, resources::sharedQueues)),
                Map.entry(RDMA_NLDEV_CMD_RES_CM_ID_GET, new Command(false, null, resources::cmIds)));
    }

    /** Whiteboard of link types ({@code rdma_link_register}). */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addLinkOps(RdmaLinkOps ops) {
        linkOps.put(ops.type(), ops);
    }

    void removeLinkOps(RdmaLinkOps ops) {
        linkOps.remove(ops.type(), ops);
    }

    /** Whiteboard of device nodes; those of RDMA devices say so in their properties. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addCharDevice(CharDevice device, Map<String, Object> properties) {
        charDevices.put(device, properties);
    }

    void removeCharDevice(CharDevice device) {
        charDevices.remove(device);
    }

    @Override
    public int protocol() {
        return SocketNumbers.NETLINK_RDMA;
    }

    @Override
    public List<byte[]> receive(Task caller, int portId, byte[] datagram) {
        Reply reply = new Reply(portId);
        NlReader reader = new NlReader(datagram);
        while (reader.next()) {
            message(caller, reader, reply);
        }
        return reply.datagrams();
    }

    /** @mirrors drivers/infiniband/core/netlink.c#rdma_nl_rcv_skb */
    private void message(Task caller, NlReader reader, Reply reply) {
        if ((reader.flags() & NlMsg.NLM_F_REQUEST) == 0 || reader.type() < NlMsg.NLMSG_MIN_TYPE) {
            return;
        }
        reply.begin(reader);
        try {
            boolean dumped = dispatch(caller, reader, reply);
            if (dumped) {
                reply.done();
            } else if ((reader.flags() & NlMsg.NLM_F_ACK) != 0) {
                reply.ack();
            }
        } catch (ErrnoException e) {
            reply.error(e);
        } catch (RuntimeException e) {
            LOG.error("netlink message of type 0x{} failed", Integer.toHexString(reader.type()), e);
            reply.error(new ErrnoException(Errno.EIO, "internal error: " + e));
        }
    }

    /** True if it was a dump. */
    private boolean dispatch(Task caller, NlReader reader, Reply reply) {
        if (client(reader.type()) != RDMA_NL_NLDEV) {
            throw new ErrnoException(Errno.EINVAL, "RDMA netlink client " + client(reader.type())
                    + " is not served; client 5 (nldev) is");
        }
        Command command = commands.get(command(reader.type()));
        if (command == null) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "RDMA_NLDEV command " + command(reader.type())
                    + " is not supported");
        }
        if (command.admin() && caller.uid() != 0) {
            throw new ErrnoException(Errno.EPERM, "uid " + caller.uid() + " may not change RDMA devices; uid 0 may");
        }
        Request request = new Request(caller, NldevPolicy.check(reader.attrs(0)));
        boolean dump = command.dump() != null && (reader.flags() & NlMsg.NLM_F_DUMP) == NlMsg.NLM_F_DUMP;
        Handler handler = dump ? command.dump() : command.doit();
        if (handler == null) {
            throw new ErrnoException(Errno.EOPNOTSUPP, "RDMA_NLDEV command " + command(reader.type())
                    + " exists as a dump (NLM_F_DUMP) only");
        }
        handler.handle(request, reply);
        return dump;
    }
}

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
        StatHandlers stat = new StatHandlers(lookup);
        SystemHandlers system = new SystemHandlers();
        LinkHandlers link = new LinkHandlers(registry, lookup, modules, linkOps);
        ResourceHandlers resources = new ResourceHandlers(lookup);
        ChardevHandlers chardev = new ChardevHandlers(lookup, charDevices);
        this.commands = Map.ofEntries(
                Map.entry(RDMA_NLDEV_CMD_GET, new Command(false, dev::get, dev::dump)),
                Map.entry(RDMA_NLDEV_CMD_SET, new Command(true, dev::set, null)),
                Map.entry(RDMA_NLDEV_CMD_PORT_GET, new Command(false, dev::portGet, dev::portDump)),
                Map.entry(RDMA_NLDEV_CMD_SYS_GET, new Command(false, system::get, null)),
                Map.entry(RDMA_NLDEV_CMD_NEWLINK, new Command(true, link::newlink, null)),
                Map.entry(RDMA_NLDEV_CMD_DELLINK, new Command(true, link::dellink, null)),
                Map.entry(RDMA_NLDEV_CMD_GET_CHARDEV, new Command(false, chardev::get, null)),
                Map.entry(RDMA_NLDEV_CMD_SYS_SET, new Command(true, system::set, null)),
                Map.entry(RDMA_NLDEV_CMD_STAT_GET, new Command(false, stat::get, stat::dump)),
                Map.entry(RDMA_NLDEV_CMD_STAT_GET_STATUS, new Command(false, stat::status, null)),
                Map.entry(RDMA_NLDEV_CMD_STAT_SET, new Command(true, stat::set, null)),
                Map.entry(RDMA_NLDEV_CMD_RES_QP_GET_RAW, new Command(true, resources::raw, resources::raw)),
                Map.entry(RDMA_NLDEV_CMD_RES_CQ_GET_RAW, new Command(true, resources::raw, resources::raw)),
                Map.entry(RDMA_NLDEV_CMD_RES_MR_GET_RAW, new Command(true, resources::raw, resources::raw)),
                Map.entry(RDMA_NLDEV_CMD_RES_SRQ_GET_RAW, new Command(true, resources::raw, resources::raw)),
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
    public void addLinkOps(RdmaLinkOps ops) {
        linkOps.put(ops.type(), ops);
    }

    public void removeLinkOps(RdmaLinkOps ops) {
        linkOps.remove(ops.type(), ops);
    }

    /** Whiteboard of device nodes; those of RDMA devices say so in their properties. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addCharDevice(CharDevice device, Map<String, Object> properties) {
        charDevices.put(device, properties);
    }

    public void removeCharDevice(CharDevice device) {
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
            Command command = find(caller, reader);
            if ((reader.flags() & NlMsg.NLM_F_DUMP) != 0) {
                dump(command, caller, reader, reply);
            } else {
                command.doit().handle(request(caller, reader), reply);
                if ((reader.flags() & NlMsg.NLM_F_ACK) != 0) {
                    reply.ack();
                }
            }
        } catch (ErrnoException e) {
            reply.error(e);
        } catch (RuntimeException e) {
            LOG.error("netlink message of type 0x{} failed", Integer.toHexString(reader.type()), e);
            reply.error(new ErrnoException(Errno.EIO, "internal error: " + e));
        }
    }

    /** A dump that is refused ends with the error. */
    private static void dump(Command command, Task caller, NlReader reader, Reply reply) {
        try {
            command.dump().handle(request(caller, reader), reply);
            reply.done();
        } catch (ErrnoException e) {
            reply.done(e);
        }
    }

    private static Request request(Task caller, NlReader reader) {
        return new Request(caller, NldevPolicy.check(reader.attrs(0)));
    }

    /** The command, which exists in the wanted form and which the caller may use. */
    private Command find(Task caller, NlReader reader) {
        if (client(reader.type()) != RDMA_NL_NLDEV) {
            throw new ErrnoException(Errno.EINVAL, "RDMA netlink client " + client(reader.type())
                    + " is not served; client 5 (nldev) is");
        }
        int number = command(reader.type());
        Command command = commands.get(number);
        if (command == null) {
            throw new ErrnoException(Errno.EINVAL, "RDMA_NLDEV command " + number + " is not supported");
        }
        if (command.admin() && caller.uid() != 0) {
            throw new ErrnoException(Errno.EPERM, "uid " + caller.uid() + " may not change RDMA devices; uid 0 may");
        }
        boolean dump = (reader.flags() & NlMsg.NLM_F_DUMP) != 0;
        if ((dump ? command.dump() : command.doit()) == null) {
            throw new ErrnoException(Errno.EINVAL, "RDMA_NLDEV command " + number + " exists "
                    + (dump ? "without NLM_F_DUMP only" : "as a dump (NLM_F_DUMP) only"));
        }
        return command;
    }
}

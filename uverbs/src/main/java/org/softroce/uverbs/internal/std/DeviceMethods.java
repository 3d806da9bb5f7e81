package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.IbUserIoctlVerbs;
import org.softroce.uapi.rdma.IbUserIoctlVerbs.QueryPortRespEx;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDevice;
import org.softroce.uapi.rdma.IbUserVerbs.ExQueryDeviceResp;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDevice;
import org.softroce.uapi.rdma.IbUserVerbs.QueryDeviceResp;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.UverbsApi;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * Context, device and ports.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types_device.c
 */
final class DeviceMethods {
    private static final int PORT_MAX = 255;
    private static final int HANDLES_LISTED_MAX = 0xffff / 4;

    private DeviceMethods() { }

    static List<MethodSpec> methods(java.util.function.Supplier<UverbsApi> api) {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE, "INVOKE_WRITE")
                .constant(UVERBS_ATTR_WRITE_CMD, "write_cmd")
                .inAtLeast(UVERBS_ATTR_CORE_IN, "core_in", 4).optional()
                .outAtLeast(UVERBS_ATTR_CORE_OUT, "core_out", 0).optional()
                .driverData()
                .handledBy(bundle -> invokeWrite(bundle, api.get())),
            MethodSpec.of(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT, "GET_CONTEXT")
                .out(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, "num_comp_vectors", 4).optional()
                .out(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, "core_support", 8).optional()
                .driverData()
                .handledBy(DeviceMethods::getContext),
            MethodSpec.of(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT, "QUERY_PORT")
                .constant(UVERBS_ATTR_QUERY_PORT_PORT_NUM, "port_num")
                .outStruct(UVERBS_ATTR_QUERY_PORT_RESP, "resp", QueryPortRespEx.RESERVED + 2, QueryPortRespEx.SIZE)
                .handledBy(DeviceMethods::queryPort),
            MethodSpec.of(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INFO_HANDLES, "INFO_HANDLES")
                .constant(UVERBS_ATTR_INFO_OBJECT_ID, "object_id")
                .out(UVERBS_ATTR_INFO_TOTAL_HANDLES, "total_handles", 4).optional()
                .outAtLeast(UVERBS_ATTR_INFO_HANDLES_LIST, "handles_list", 4).optional()
                .handledBy(DeviceMethods::infoHandles));
    }

    static List<WriteSpec> commands() {
        return List.of(
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_QUERY_DEVICE, "QUERY_DEVICE", QueryDevice.SIZE,
                QueryDeviceResp.SIZE, DeviceMethods::queryDevice),
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_FLAG_EXTENDED | IbUserVerbs.IB_USER_VERBS_EX_CMD_QUERY_DEVICE,
                "EX_QUERY_DEVICE", ExQueryDevice.SIZE, ExQueryDeviceResp.RESPONSE_LENGTH + 4,
                DeviceMethods::queryDeviceExtended));
    }

    /** The one method that carries all write commands; without buffers it answers ENOSPC, which tells it exists. */
    private static void invokeWrite(Bundle bundle, UverbsApi api) {
        long number = bundle.in64(UVERBS_ATTR_WRITE_CMD);
        if (number != Integer.toUnsignedLong((int) number)) {
            throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_WRITE_CMD, number + " does not fit 32 bits");
        }
        WriteSpec command = api.command((int) number);
        int in = bundle.length(UVERBS_ATTR_CORE_IN);
        int out = bundle.length(UVERBS_ATTR_CORE_OUT);
        if (in < command.requestBytes() || out < command.responseBytes()) {
            throw new ErrnoException(Errno.ENOSPC, command.name() + " needs " + command.requestBytes()
                + " bytes of core_in and " + command.responseBytes() + " of core_out, has " + in + " and " + out);
        }
        command.handler().handle(bundle);
    }

    private static void getContext(Bundle bundle) {
        bundle.out32(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, bundle.device().completionVectors());
        bundle.out64(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT,
            IbUserIoctlVerbs.IB_UVERBS_CORE_SUPPORT_OPTIONAL_MR_ACCESS);
        bundle.file().createContext(bundle.udata());
    }

    private static void queryPort(Bundle bundle) {
        bundle.context();
        int port = bundle.constant(UVERBS_ATTR_QUERY_PORT_PORT_NUM, PORT_MAX);
        MemorySegment response = MemorySegment.ofArray(new byte[QueryPortRespEx.SIZE]);
        DeviceAttrCodec.encode(bundle.device().queryPort(port), response);
        bundle.outOrZero(UVERBS_ATTR_QUERY_PORT_RESP, response);
    }

    private static void queryDevice(Bundle bundle) {
        bundle.context();
        bundle.request(QueryDevice.SIZE);
        MemorySegment response = MemorySegment.ofArray(new byte[QueryDeviceResp.SIZE]);
        DeviceAttrCodec.encode(bundle.device(), response);
        bundle.respond(response);
    }

    private static void queryDeviceExtended(Bundle bundle) {
        bundle.context();
        MemorySegment request = bundle.request(ExQueryDevice.SIZE);
        int compMask = request.get(AbiLayout.U32, ExQueryDevice.COMP_MASK);
        if (compMask != 0 || request.get(AbiLayout.U32, ExQueryDevice.RESERVED) != 0) {
            throw new ErrnoException(Errno.EINVAL, "EX_QUERY_DEVICE: comp_mask 0x" + Integer.toHexString(compMask)
                + " and reserved must be 0");
        }
        MemorySegment response = MemorySegment.ofArray(new byte[ExQueryDeviceResp.SIZE]);
        int length = Math.min(bundle.length(UVERBS_ATTR_CORE_OUT), ExQueryDeviceResp.SIZE);
        DeviceAttrCodec.encodeExtended(bundle.device(), length, response);
        bundle.respond(response);
    }

    private static void infoHandles(Bundle bundle) {
        int room = bundle.length(UVERBS_ATTR_INFO_HANDLES_LIST);
        if (room == 0 || room % 4 != 0) {
            throw bundle.refuse(Errno.EINVAL, UVERBS_ATTR_INFO_HANDLES_LIST, "has " + room
                + " bytes, a multiple of 4 is expected");
        }
        int object = bundle.constant(UVERBS_ATTR_INFO_OBJECT_ID, 0xffff);
        int[] handles = bundle.file().handles(object, Math.min(room / 4, HANDLES_LISTED_MAX));
        bundle.out(UVERBS_ATTR_INFO_HANDLES_LIST, MemorySegment.ofArray(handles));
        bundle.out32(UVERBS_ATTR_INFO_TOTAL_HANDLES, handles.length);
    }
}

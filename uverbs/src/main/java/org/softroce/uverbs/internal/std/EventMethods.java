package org.softroce.uverbs.internal.std;

import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.rdma.IbUserVerbs;
import org.softroce.uapi.rdma.IbUserVerbs.CreateCompChannel;
import org.softroce.uapi.rdma.IbUserVerbs.CreateCompChannelResp;
import org.softroce.uverbs.internal.core.Bundle;
import org.softroce.uverbs.internal.core.EventFile;
import org.softroce.uverbs.internal.core.EventQueue;
import org.softroce.uverbs.internal.core.EventSource;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.Uobject;
import org.softroce.uverbs.internal.core.UobjectType;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * Descriptors that events are read from.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types_async_fd.c
 */
final class EventMethods {
    private EventMethods() { }

    static List<MethodSpec> methods() {
        return List.of(
            MethodSpec.of(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC, "ASYNC_EVENT_ALLOC")
                .creates(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, "fd_handle", UobjectType.ASYNC_EVENT)
                .handledBy(EventMethods::allocAsyncEvents));
    }

    static List<WriteSpec> commands() {
        return List.of(
            new WriteSpec(IbUserVerbs.IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, "CREATE_COMP_CHANNEL",
                CreateCompChannel.SIZE, CreateCompChannelResp.SIZE, EventMethods::createChannel));
    }

    private static void allocAsyncEvents(Bundle bundle) {
        Uobject uobject = bundle.uobject(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE);
        EventFile events = EventFile.asyncEvents(uobject, bundle.device());
        uobject.eventFile(events);
        bundle.file().offerDefaultAsyncEvents(events);
    }

    private static void createChannel(Bundle bundle) {
        bundle.request(CreateCompChannel.SIZE);
        Uobject uobject = bundle.begin(UobjectType.COMP_CHANNEL);
        uobject.eventFile(EventFile.completionChannel(uobject));
        MemorySegment response = MemorySegment.ofArray(new byte[CreateCompChannelResp.SIZE]);
        response.set(AbiLayout.U32, CreateCompChannelResp.FD, bundle.install(uobject));
        bundle.respond(response);
    }

    /** Where an object's events go: the descriptor that the command names, else the file's first one, else nowhere. */
    static EventSource asyncSource(Bundle bundle, int attrId, long userHandle) {
        Uobject named = bundle.uobject(attrId);
        EventFile events = named == null ? bundle.file().defaultAsyncEvents() : named.eventFile();
        EventQueue queue = events == null ? null : events.queue();
        return new EventSource(queue, userHandle);
    }
}

package org.softroce.uverbs.internal.std;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.softroce.uverbs.internal.core.MethodSpec;
import org.softroce.uverbs.internal.core.UverbsApi;
import org.softroce.uverbs.internal.core.WriteSpec;

/**
 * The methods that every device has.
 *
 * @mirrors drivers/infiniband/core/uverbs_std_types.c
 */
public final class StandardApi {
    private final UverbsApi api;

    /** Collects the declarations. */
    public StandardApi() {
        List<MethodSpec> methods = Stream.of(DeviceMethods.methods(this::api), GidMethods.methods(),
            PdMrMethods.methods(), EventMethods.methods(), CqMethods.methods(), QpMethods.methods(),
            SrqMethods.methods()).flatMap(Collection::stream).toList();
        List<WriteSpec> commands = Stream.of(DeviceMethods.commands(), PdMrMethods.commands(),
            EventMethods.commands(), CqMethods.commands(), QpMethods.commands(), SrqMethods.commands(),
            Unsupported.commands()).flatMap(Collection::stream).toList();
        api = new UverbsApi(methods, commands);
    }

    /** The declarations, to be looked up by number. */
    public UverbsApi api() {
        return api;
    }
}

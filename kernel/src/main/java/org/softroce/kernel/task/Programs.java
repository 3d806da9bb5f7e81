package org.softroce.kernel.task;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.softroce.kernel.net.NetNamespace;

/** Starts programs as processes; a service of the kernel bundle. */
@ProviderType
public interface Programs {
    /** Names of all programs there are now, sorted. */
    List<String> names();

    /**
     * Starts a program on a new platform thread.
     *
     * @param argv name and arguments
     * @param netNamespace where it runs; {@code null} = the initial one
     * @throws org.softroce.uapi.ErrnoException ENOENT when there is no such program
     */
    ProgramProcess spawn(List<String> argv, NetNamespace netNamespace, InputStream in, PrintStream out,
            PrintStream err);
}

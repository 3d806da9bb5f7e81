package org.softroce.verbs;

import org.osgi.annotation.versioning.ProviderType;
import org.softroce.kernel.task.Task;

/** Gives programs, which have a task of their own, the verbs; a service of libibverbs. */
@ProviderType
public interface VerbsLibrary {
    /** Verbs of this process; what is opened through them is released when the task exits. */
    Verbs forTask(Task task);
}

package org.softroce.nldev.internal;

import org.softroce.kernel.task.Task;
import org.softroce.uapi.netlink.NlAttrs;

/** One message to answer: who asks, and its checked attributes. */
record Request(Task caller, NlAttrs attrs) { }

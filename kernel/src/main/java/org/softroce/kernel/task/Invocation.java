package org.softroce.kernel.task;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * One run of a program: its task, arguments and streams.
 *
 * @param name {@code argv[0]}
 * @param args the other arguments, verbatim
 */
public record Invocation(Task task, String name, List<String> args, InputStream in, PrintStream out,
        PrintStream err) { }

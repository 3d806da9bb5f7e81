package org.softroce.shell.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The prompt: line editing, history over sessions, completion of command names, Ctrl-C for what runs. */
final class Console {
    private static final String PROMPT = "softroce# ";

    private final Interpreter interpreter;
    private final Gogo gogo;

    Console(Interpreter interpreter, Gogo gogo) {
        this.interpreter = interpreter;
        this.gogo = gogo;
    }

    /** Reads and runs lines until the end of input; the exit code of the last one. */
    int run(Streams streams) {
        gogo.start();
        try (Terminal terminal = terminal()) {
            LineReader reader = reader(terminal);
            streams.out().println("softroce: a Linux RDMA stack of its own. `help' lists the commands, Ctrl-D leaves.");
            Streams programs = streams.withIn(InputStream.nullInputStream());
            while (true) {
                announce(streams);
                String line;
                try {
                    line = reader.readLine(PROMPT);
                } catch (UserInterruptException e) {
                    continue;
                } catch (EndOfFileException e) {
                    return interpreter.status();
                }
                Terminal.SignalHandler previous =
                        terminal.handle(Terminal.Signal.INT, signal -> interpreter.signal(Signals.INT));
                try {
                    interpreter.run(line, programs);
                } finally {
                    terminal.handle(Terminal.Signal.INT, previous);
                }
            }
        } catch (IOException e) {
            streams.err().println("softroce: no terminal: " + e.getMessage());
            return 1;
        }
    }

    /** JLine looks for what it needs with the thread's class loader. */
    private static Terminal terminal() throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader previous = thread.getContextClassLoader();
        thread.setContextClassLoader(TerminalBuilder.class.getClassLoader());
        try {
            return TerminalBuilder.builder().system(true).build();
        } finally {
            thread.setContextClassLoader(previous);
        }
    }

    private LineReader reader(Terminal terminal) throws IOException {
        DefaultParser parser = new DefaultParser();
        // quotes and backslashes are the interpreter's business
        parser.setEscapeChars(new char[0]);
        parser.setQuoteChars(new char[0]);
        LineReaderBuilder builder = LineReaderBuilder.builder().terminal(terminal).appName("softroce").parser(parser)
                .completer((reader, line, candidates) -> complete(line, candidates))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
        Path history = historyFile();
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        return builder.build();
    }

    /** Names of commands at the beginning of a command; file names are the programs' own affair. */
    private void complete(ParsedLine line, List<Candidate> candidates) {
        if (line.wordIndex() > 0 && !isSeparator(line.words().get(line.wordIndex() - 1))) {
            return;
        }
        List<String> names = new ArrayList<>(interpreter.names());
        names.addAll(gogo.names().stream().filter(name -> name.indexOf(':') < 0).toList());
        names.stream().distinct().map(Candidate::new).forEach(candidates::add);
    }

    private static boolean isSeparator(String word) {
        return word.endsWith(";") || word.endsWith("|") || word.endsWith("&") || word.equals("!");
    }

    private static Path historyFile() {
        String state = System.getenv("XDG_STATE_HOME");
        String home = System.getProperty("user.home");
        Path folder = state != null && !state.isEmpty() ? Path.of(state, "softroce")
                : Path.of(home == null ? "/" : home, ".local", "state", "softroce");
        try {
            Files.createDirectories(folder);
            return Files.isWritable(folder) ? folder.resolve("history") : null;
        } catch (IOException e) {
            // a read-only home: no history over sessions, which is no reason to say anything
            return null;
        }
    }

    /** Tells of jobs that have ended since the last prompt. */
    private void announce(Streams streams) {
        for (Job job : interpreter.jobs().all()) {
            if (job.status() != null) {
                streams.err().println(interpreter.describe(job));
                interpreter.jobs().forget(job);
            }
        }
    }
}

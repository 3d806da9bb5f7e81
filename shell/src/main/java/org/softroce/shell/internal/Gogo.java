package org.softroce.shell.internal;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * The commands of Gogo, for words that name no program: {@code lb}, {@code stop}, {@code scr:list}. Its bundles are
 * started when first needed, so that a start does not pay for them.
 */
final class Gogo implements OtherCommands {
    private static final String BUNDLES = "org.apache.felix.gogo.";

    private final BundleContext context;

    Gogo(BundleContext context) {
        this.context = context;
    }

    /** Adds what Gogo's commands need and Gogo does not bring. */
    void extend() {
        new BundleConverter(context).register();
    }

    @Override
    public Integer run(List<String> argv, Streams streams) {
        start();
        ServiceReference<CommandProcessor> reference = context.getServiceReference(CommandProcessor.class);
        if (reference == null || !names().contains(argv.get(0))) {
            return null;
        }
        CommandProcessor processor = context.getService(reference);
        try (CommandSession session = processor.createSession(InputStream.nullInputStream(), streams.out(),
                streams.err())) {
            session.put("SCOPE", "felix:*");
            Object result = session.execute(argv.stream().map(Gogo::quote).collect(Collectors.joining(" ")));
            if (result != null) {
                streams.out().println(session.format(result, Converter.INSPECT));
            }
            return 0;
        } catch (Exception e) {
            // whatever a command throws is its message to the user
            streams.err().println(argv.get(0) + ": " + (e.getMessage() == null ? e : e.getMessage()));
            return 1;
        } finally {
            context.ungetService(reference);
        }
    }

    private static String quote(String word) {
        return Lexer.isPlain(word) && word.chars().noneMatch(c -> "{}[]=%".indexOf(c) >= 0) ? word
                : "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /** Starts Gogo if it is installed and does not run. */
    void start() {
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getSymbolicName().startsWith(BUNDLES) && bundle.getState() != Bundle.ACTIVE) {
                try {
                    bundle.start(Bundle.START_TRANSIENT);
                } catch (BundleException e) {
                    throw new IllegalStateException("Gogo did not start", e);
                }
            }
        }
    }

    /** Names of its commands, with and without scope; those of programs are not among them. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        try {
            ServiceReference<?>[] references = context.getAllServiceReferences(null,
                    "(&(" + CommandProcessor.COMMAND_SCOPE + "=*)(!(" + CommandProcessor.COMMAND_SCOPE + "="
                            + ProgramCommands.SCOPE + ")))");
            for (ServiceReference<?> reference : references == null ? new ServiceReference<?>[0] : references) {
                for (String function : functions(reference.getProperty(CommandProcessor.COMMAND_FUNCTION))) {
                    names.add(function);
                    names.add(reference.getProperty(CommandProcessor.COMMAND_SCOPE) + ":" + function);
                }
            }
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    private static List<String> functions(Object property) {
        if (property instanceof String[] many) {
            return List.of(many);
        }
        List<String> names = new ArrayList<>();
        if (property != null) {
            names.add(property.toString());
        }
        return names;
    }
}

package org.softroce.shell.internal;

import java.util.List;
import java.util.stream.Collectors;

/** What a command line says, once read. */
final class Syntax {
    private Syntax() {
    }

    /** Everything between the {@code ;} and {@code &}. */
    record Script(List<Item> items) { }

    /** One element of a script. */
    record Item(AndOr commands, boolean background) { }

    /** Pipelines joined by {@code &&} and {@code ||}; {@code operators} has one entry less than there are pipelines. */
    record AndOr(List<Pipeline> pipelines, List<String> operators) {
        String source() {
            StringBuilder text = new StringBuilder(pipelines.get(0).source());
            for (int i = 0; i < operators.size(); i++) {
                text.append(' ').append(operators.get(i)).append(' ').append(pipelines.get(i + 1).source());
            }
            return text.toString();
        }
    }

    /** Commands joined by {@code |}; {@code !} in front turns the result round. */
    record Pipeline(List<Command> commands, boolean negated) {
        String source() {
            return (negated ? "! " : "") + commands.stream().map(Command::source).collect(Collectors.joining(" | "));
        }
    }

    /** A command with its redirections. */
    record Command(List<Word> words, List<Redirection> redirections) {
        String source() {
            StringBuilder text = new StringBuilder(words.stream().map(Word::source).collect(Collectors.joining(" ")));
            for (Redirection redirection : redirections) {
                text.append(' ').append(redirection.fd()).append(redirection.kind()).append(redirection.target().source());
            }
            return text.toString();
        }
    }

    /** {@code fd kind target}, such as {@code 2 >& 1}. */
    record Redirection(int fd, String kind, Word target) { }
}

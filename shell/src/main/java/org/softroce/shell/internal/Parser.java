package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;
import org.softroce.shell.internal.Syntax.AndOr;
import org.softroce.shell.internal.Syntax.Command;
import org.softroce.shell.internal.Syntax.Item;
import org.softroce.shell.internal.Syntax.Pipeline;
import org.softroce.shell.internal.Syntax.Redirection;
import org.softroce.shell.internal.Syntax.Script;

/** Reads tokens by the grammar of the POSIX shell: lists, and-or lists, pipelines, simple commands. */
final class Parser {
    private final List<Token> tokens;
    private int at;

    private Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Script parse(String text) {
        return new Parser(Lexer.tokens(text)).script();
    }

    private Script script() {
        List<Item> items = new ArrayList<>();
        skipNewlines();
        while (at < tokens.size()) {
            AndOr commands = andOr();
            String operator = operator();
            if (operator != null) {
                at++;
            }
            items.add(new Item(commands, "&".equals(operator)));
            skipNewlines();
        }
        return new Script(items);
    }

    private AndOr andOr() {
        List<Pipeline> pipelines = new ArrayList<>();
        List<String> operators = new ArrayList<>();
        pipelines.add(pipeline());
        for (String operator = operator(); "&&".equals(operator) || "||".equals(operator); operator = operator()) {
            operators.add(operator);
            at++;
            skipNewlines();
            pipelines.add(pipeline());
        }
        return new AndOr(pipelines, operators);
    }

    private Pipeline pipeline() {
        boolean negated = false;
        while (at < tokens.size() && tokens.get(at) instanceof Token.Text text && "!".equals(text.word().plain())) {
            negated = !negated;
            at++;
        }
        List<Command> commands = new ArrayList<>();
        commands.add(command());
        while ("|".equals(operator())) {
            at++;
            skipNewlines();
            commands.add(command());
        }
        return new Pipeline(commands, negated);
    }

    private Command command() {
        List<Word> words = new ArrayList<>();
        List<Redirection> redirections = new ArrayList<>();
        while (at < tokens.size()) {
            switch (tokens.get(at)) {
                case Token.Text text -> words.add(text.word());
                case Token.Redirect redirect -> redirections.add(redirection(redirect));
                case Token.Operator operator -> {
                    return finish(words, redirections);
                }
            }
            at++;
        }
        return finish(words, redirections);
    }

    private Command finish(List<Word> words, List<Redirection> redirections) {
        if (words.isEmpty() && redirections.isEmpty()) {
            throw unexpected();
        }
        return new Command(List.copyOf(words), List.copyOf(redirections));
    }

    private Redirection redirection(Token.Redirect redirect) {
        at++;
        if (at < tokens.size() && tokens.get(at) instanceof Token.Text text) {
            return new Redirection(redirect.fd(), redirect.text(), text.word());
        }
        throw unexpected();
    }

    private ShellSyntaxException unexpected() {
        String token = "newline";
        if (at < tokens.size()) {
            token = switch (tokens.get(at)) {
                case Token.Operator operator when !operator.text().equals("\n") -> operator.text();
                case Token.Redirect redirect -> redirect.text();
                default -> "newline";
            };
        }
        return new ShellSyntaxException("syntax error near unexpected token `" + token + "'");
    }

    private String operator() {
        return at < tokens.size() && tokens.get(at) instanceof Token.Operator operator ? operator.text() : null;
    }

    private void skipNewlines() {
        while ("\n".equals(operator())) {
            at++;
        }
    }
}

package org.softroce.shell.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a command line into words and operators, by the rules of the POSIX shell as far as they go here: quotes,
 * backslashes, variables, comments, redirections. What is left out says so instead of being taken literally.
 */
final class Lexer {
    private static final String SPECIAL_PARAMETERS = "?!$#";
    private static final String OPERATOR_CHARACTERS = ";&|\n";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final List<Word.Part> parts = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) {
        return new Lexer(text).run();
    }

    /** True if the text needs no quotes. */
    static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c > ' ' && ";&|<>'\"\\$`()#*?".indexOf(c) < 0);
    }

    private List<Token> run() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#' && !inWord()) {
                skipComment();
            } else if (c == ' ' || c == '\t' || c == '\r') {
                endWord();
                at++;
            } else if (OPERATOR_CHARACTERS.indexOf(c) >= 0) {
                operator(c);
            } else if (c == '<' || c == '>') {
                redirect(c);
            } else {
                wordCharacter(c);
            }
        }
        endWord();
        return tokens;
    }

    private boolean inWord() {
        return !parts.isEmpty() || !plain.isEmpty();
    }

    private void wordCharacter(char c) {
        switch (c) {
            case '\'' -> singleQuotes();
            case '"' -> doubleQuotes();
            case '\\' -> backslash();
            case '$' -> variable(false);
            case '`', '(', ')' -> throw new ShellSyntaxException("syntax error near unexpected token `" + c
                    + "': neither command substitution nor sub-shells are known here");
            default -> {
                plain.append(c);
                at++;
            }
        }
    }

    private void skipComment() {
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
    }

    private void operator(char c) {
        endWord();
        boolean doubled = (c == '&' || c == '|') && at + 1 < text.length() && text.charAt(at + 1) == c;
        tokens.add(new Token.Operator(doubled ? "" + c + c : String.valueOf(c)));
        at += doubled ? 2 : 1;
    }

    private void redirect(char c) {
        int fd = c == '<' ? 0 : 1;
        if (parts.isEmpty() && plain.length() == 1 && plain.charAt(0) >= '0' && plain.charAt(0) <= '2') {
            fd = plain.charAt(0) - '0';
            plain.setLength(0);
        }
        endWord();
        at++;
        String kind = String.valueOf(c);
        if (c == '>' && at < text.length() && (text.charAt(at) == '>' || text.charAt(at) == '&')) {
            kind += text.charAt(at);
            at++;
        }
        tokens.add(new Token.Redirect(fd, kind));
    }

    private void singleQuotes() {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
            throw new ShellSyntaxException("unexpected end of line while looking for matching `''");
        }
        endPlain();
        parts.add(new Word.Part(text.substring(at + 1, end), false, true));
        at = end + 1;
    }

    private void doubleQuotes() {
        endPlain();
        StringBuilder quoted = new StringBuilder();
        int before = parts.size();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c == '$' && startsVariable()) {
                addQuoted(quoted);
                variable(true);
            } else if (c == '\\' && at + 1 < text.length() && "\\\"$`".indexOf(text.charAt(at + 1)) >= 0) {
                quoted.append(text.charAt(at + 1));
                at += 2;
            } else {
                quoted.append(c);
                at++;
            }
        }
        if (at >= text.length()) {
            throw new ShellSyntaxException("unexpected end of line while looking for matching `\"'");
        }
        at++;
        if (parts.size() == before || !quoted.isEmpty()) {
            parts.add(new Word.Part(quoted.toString(), false, true));
        }
    }

    private void addQuoted(StringBuilder quoted) {
        if (!quoted.isEmpty()) {
            parts.add(new Word.Part(quoted.toString(), false, true));
            quoted.setLength(0);
        }
    }

    private void backslash() {
        at++;
        if (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\n') {
                endPlain();
                parts.add(new Word.Part(String.valueOf(c), false, true));
            }
        } else {
            plain.append('\\');
        }
    }

    private boolean startsVariable() {
        if (at + 1 >= text.length()) {
            return false;
        }
        char next = text.charAt(at + 1);
        return next == '{' || next == '(' || next == '_' || Character.isLetter(next)
                || SPECIAL_PARAMETERS.indexOf(next) >= 0;
    }

    private void variable(boolean quoted) {
        if (!startsVariable()) {
            plain.append('$');
            at++;
            return;
        }
        endPlain();
        int start = at + 1;
        char first = text.charAt(start);
        if (first == '(') {
            throw new ShellSyntaxException("syntax error near `$(': command substitution is not known here");
        }
        if (first == '{') {
            int end = text.indexOf('}', start);
            if (end < 0) {
                throw new ShellSyntaxException("unexpected end of line while looking for matching `}'");
            }
            parts.add(new Word.Part(text.substring(start + 1, end), true, quoted));
            at = end + 1;
            return;
        }
        int end = start + 1;
        if (SPECIAL_PARAMETERS.indexOf(first) < 0) {
            while (end < text.length() && (text.charAt(end) == '_' || Character.isLetterOrDigit(text.charAt(end)))) {
                end++;
            }
        }
        parts.add(new Word.Part(text.substring(start, end), true, quoted));
        at = end;
    }

    private void endPlain() {
        if (!plain.isEmpty()) {
            parts.add(new Word.Part(plain.toString(), false, false));
            plain.setLength(0);
        }
    }

    private void endWord() {
        endPlain();
        if (!parts.isEmpty()) {
            tokens.add(new Token.Text(new Word(parts)));
            parts.clear();
        }
    }
}

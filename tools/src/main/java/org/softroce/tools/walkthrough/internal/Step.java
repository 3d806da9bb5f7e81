package org.softroce.tools.walkthrough.internal;

import java.util.List;

/**
 * A step: a heading, one command, or a server with its client.
 *
 * @param words what is printed for it
 * @param commands nothing, a command, or server and client
 * @param port where the server listens
 */
record Step(String words, List<String> commands, int port) {

    static Step title(String words) {
        return new Step(words, List.of(), 0);
    }

    static Step command(String command) {
        return new Step(command, List.of(command), 0);
    }

    static Step pair(String server, String client, int port) {
        return new Step(server + "  |  " + client, List.of(server, client), port);
    }
}

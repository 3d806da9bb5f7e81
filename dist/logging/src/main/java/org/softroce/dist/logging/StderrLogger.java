package org.softroce.dist.logging;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** One logger: {@code time LEVEL Class: message}, then the stack trace if there is one. */
final class StderrLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private final String label;
    private final int threshold;

    StderrLogger(String name, Level threshold) {
        this.name = name;
        this.label = name.substring(name.lastIndexOf('.') + 1);
        this.threshold = threshold.toInt();
    }

    @Override
    protected void handleNormalizedLoggingCall(Level level, Marker marker, String pattern, Object[] arguments,
            Throwable failure) {
        StringBuilder line = new StringBuilder(LocalTime.now().format(TIME)).append(' ').append(level).append(' ')
                .append(label).append(": ").append(MessageFormatter.basicArrayFormat(pattern, arguments));
        synchronized (System.err) {
            System.err.println(line);
            if (failure != null) {
                failure.printStackTrace(System.err);
            }
        }
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return threshold <= Level.TRACE.toInt();
    }

    @Override
    public boolean isDebugEnabled() {
        return threshold <= Level.DEBUG.toInt();
    }

    @Override
    public boolean isInfoEnabled() {
        return threshold <= Level.INFO.toInt();
    }

    @Override
    public boolean isWarnEnabled() {
        return threshold <= Level.WARN.toInt();
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}

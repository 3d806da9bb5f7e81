package org.softroce.dist.logging;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The back end of SLF4J: lines on stderr from a threshold up.
 *
 * <p>A general-purpose back end takes a quarter of a second of the start, mostly to read its configuration; this one
 * has a single setting, the system property {@code softroce.log} with a level's name, {@code warn} by default.
 */
public final class StderrProvider implements SLF4JServiceProvider {
    private static final String API_VERSION = "2.0.99";

    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private volatile Level threshold = Level.WARN;

    /** Called by SLF4J. */
    public StderrProvider() {
        // everything happens in initialize()
    }

    @Override
    public void initialize() {
        String name = System.getProperty("softroce.log", "warn");
        for (Level level : Level.values()) {
            if (level.name().equalsIgnoreCase(name)) {
                threshold = level;
            }
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> loggers.computeIfAbsent(name, key -> new StderrLogger(key, threshold));
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return API_VERSION;
    }
}

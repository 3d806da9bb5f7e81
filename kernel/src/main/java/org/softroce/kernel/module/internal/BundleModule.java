package org.softroce.kernel.module.internal;

import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * A module that is a bundle: loaded = ACTIVE. Starts and stops are transient, so that the next start of the machine
 * finds the modules that the installation asked for.
 *
 * @param loadedAt from the order of bundle events
 */
record BundleModule(Bundle bundle, ModuleHeader header, long loadedAt) implements ModuleUnit {

    private static final Logger LOG = LoggerFactory.getLogger(BundleModule.class);
    private static final long PAGE = 4096;

    @Override
    public boolean isLoaded() {
        return bundle.getState() == Bundle.ACTIVE;
    }

    /** Sum of the bundle's entries in pages. */
    @Override
    public long sizeBytes() {
        long bytes = 0;
        Enumeration<URL> entries = bundle.findEntries("/", "*", true);
        while (entries != null && entries.hasMoreElements()) {
            URL entry = entries.nextElement();
            try {
                bytes += entry.getPath().endsWith("/") ? 0 : Math.max(0, entry.openConnection().getContentLengthLong());
            } catch (IOException e) {
                LOG.debug("no size of {}", entry, e);
            }
        }
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }

    @Override
    public void start() {
        try {
            bundle.start(Bundle.START_TRANSIENT);
        } catch (BundleException e) {
            boolean unresolved = e.getType() == BundleException.RESOLVE_ERROR;
            throw new ErrnoException(unresolved ? Errno.ENOENT : Errno.EIO, "bundle " + bundle.getSymbolicName()
                    + (unresolved ? " lacks something: " : " does not start: ") + reason(e), e);
        }
        if (!isLoaded()) {
            throw new ErrnoException(Errno.EAGAIN, "bundle " + bundle.getSymbolicName()
                    + " started and is not active; somebody else stops it, or its start level is not reached");
        }
    }

    @Override
    public void stop() {
        try {
            bundle.stop(Bundle.STOP_TRANSIENT);
        } catch (BundleException e) {
            throw new ErrnoException(Errno.EBUSY, "bundle " + bundle.getSymbolicName() + " does not stop: "
                    + reason(e), e);
        }
    }

    private static String reason(BundleException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage();
    }
}

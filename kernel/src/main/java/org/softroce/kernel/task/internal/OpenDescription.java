package org.softroce.kernel.task.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.softroce.kernel.task.OpenFile;

/**
 * An open file description: the file, its O_NONBLOCK state and who still refers to it (descriptors, mappings, calls
 * in progress). The file is released exactly once, by whoever drops the last reference.
 *
 * @mirrors include/linux/fs.h#file
 */
final class OpenDescription {

    private static final Logger LOG = LoggerFactory.getLogger(OpenDescription.class);

    private final OpenFile file;
    private final AtomicInteger references = new AtomicInteger(1);
    private volatile boolean nonBlocking;

    OpenDescription(OpenFile file, boolean nonBlocking) {
        this.file = file;
        this.nonBlocking = nonBlocking;
    }

    OpenFile file() {
        return file;
    }

    boolean isNonBlocking() {
        return nonBlocking;
    }

    void setNonBlocking(boolean nonBlocking) {
        this.nonBlocking = nonBlocking;
    }

    /** Takes one more reference; false if the file is released already. */
    boolean acquire() {
        int count = references.get();
        while (count > 0) {
            if (references.compareAndSet(count, count + 1)) {
                return true;
            }
            count = references.get();
        }
        return false;
    }

    /** Drops a reference. */
    void drop() {
        if (references.decrementAndGet() != 0) {
            return;
        }
        try {
            file.release();
        } catch (RuntimeException | Error e) {
            LOG.error("release of {} failed", file.getClass().getSimpleName(), e);
        }
    }
}

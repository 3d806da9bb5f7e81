package org.softroce.kernel.module.internal;

import org.softroce.uapi.ErrnoException;

/** What carries a module: a bundle, or a switch for what is part of the kernel bundle. */
interface ModuleUnit {

    ModuleHeader header();

    boolean isLoaded();

    /** When it was loaded, as a number that grows; meaningless if not loaded. */
    long loadedAt();

    long sizeBytes();

    /** @throws ErrnoException if it does not start */
    void start();

    /** @throws ErrnoException if it does not stop */
    void stop();
}

package org.softroce.kernel.module.internal;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A module whose code is part of the kernel bundle ({@code udp_tunnel}): loading it only says so, as nothing of it runs
 * before somebody uses it.
 */
final class BuiltinModule implements ModuleUnit {

    private final ModuleHeader header;
    private final AtomicLong clock;
    private volatile long loadedAt;

    BuiltinModule(ModuleHeader header, AtomicLong clock) {
        this.header = header;
        this.clock = clock;
    }

    @Override
    public ModuleHeader header() {
        return header;
    }

    @Override
    public boolean isLoaded() {
        return loadedAt != 0;
    }

    @Override
    public long loadedAt() {
        return loadedAt;
    }

    /** One page: there is no file to measure. */
    @Override
    public long sizeBytes() {
        return 4096;
    }

    @Override
    public void start() {
        loadedAt = clock.incrementAndGet();
    }

    @Override
    public void stop() {
        loadedAt = 0;
    }
}

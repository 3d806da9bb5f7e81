package org.softroce.ib.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.softroce.ib.IbDevice;

/** Says what became of each device; a client may be put in the way of a withdrawal. */
final class RecordingPublisher implements Publisher {

    final List<String> events = new CopyOnWriteArrayList<>();
    /** Runs in the thread that withdraws, before it returns. */
    volatile Runnable client = () -> { };
    /** Is told of a new device, before its registration returns. */
    volatile Consumer<IbDevice> newClient = device -> { };

    @Override
    public Publication publish(IbDevice device) {
        events.add("publish " + device.name());
        newClient.accept(device);
        return new Publication() {
            @Override
            public void update(IbDevice changed) {
                events.add("update " + changed.name());
            }

            @Override
            public void withdraw() {
                client.run();
                events.add("withdraw " + device.name());
            }
        };
    }
}

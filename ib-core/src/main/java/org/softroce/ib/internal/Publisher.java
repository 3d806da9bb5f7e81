package org.softroce.ib.internal;

import org.softroce.ib.IbDevice;

/** Makes a device known to its clients, in the calling thread. */
public interface Publisher {

    /** Tells all clients, and those that come later; returns when all were told. */
    Publication publish(IbDevice device);

    /** A device that was made known. */
    interface Publication {
        /** Its name changed. */
        void update(IbDevice device);

        /** Takes it back; returns when every client has let go. */
        void withdraw();
    }
}

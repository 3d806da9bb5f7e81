package org.softroce.ib;

/** Told of events, in the thread that caused them; must not block. */
@FunctionalInterface
public interface IbEventHandler {
    void event(IbEvent event);
}

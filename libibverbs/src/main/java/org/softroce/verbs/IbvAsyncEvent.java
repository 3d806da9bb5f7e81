package org.softroce.verbs;

/**
 * An asynchronous event.
 *
 * @param element the {@link IbvQp} or {@link IbvCq} it is about, else {@code null}
 * @param port of a port event, else 0
 * @mirrors libibverbs/verbs.h#ibv_async_event
 */
public record IbvAsyncEvent(IbvEventType type, Object element, int port) { }

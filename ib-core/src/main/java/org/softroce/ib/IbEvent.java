package org.softroce.ib;

import org.softroce.uapi.rdma.IbEventType;

/**
 * An asynchronous event.
 *
 * @param element the QP, CQ or SRQ it is about, {@code null} for port and device events
 * @param port port of a port event, else 0
 * @mirrors include/rdma/ib_verbs.h#ib_event
 */
public record IbEvent(IbDevice device, IbEventType type, IbObject element, int port) { }

package org.softroce.rxe.internal.qp;

/**
 * What a responder remembers of a read or an atomic, to answer it again.
 *
 * @mirrors drivers/infiniband/sw/rxe/rxe_verbs.h#resp_res
 */
final class RespResource {
    static final int NONE = 0;
    static final int READ = 1;
    static final int ATOMIC = 2;

    int type;
    int firstPsn;
    int lastPsn;
    /** Read: start, bytes and key as asked for first. */
    long va;
    long length;
    int rkey;
    /** Atomic: what was there before. */
    long original;
    /** Sequence number that the next sent answer has. */
    int curPsn;
    /** Read: where the next answer is taken from, and bytes left. */
    long curVa;
    long resid;
    boolean replay;
    /** The next answer is the first of a reply. */
    boolean fresh;
}

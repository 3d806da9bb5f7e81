/**
 * The verbs API for applications.
 *
 * <p>Mirrors {@code libibverbs/verbs.h} in Java idiom: {@code ibv_create_cq(context, ...)} is
 * {@link org.softroce.verbs.IbvContext#createCq}, {@code ibv_post_send(qp, ...)} is
 * {@link org.softroce.verbs.IbvQp#postSend}. Everything that holds something is AutoCloseable. Control calls throw
 * {@code ErrnoException}; the data path ({@code postSend}, {@code postRecv}, {@code poll}) allocates nothing.
 */
@Version("1.0.0")
package org.softroce.verbs;

import org.osgi.annotation.versioning.Version;

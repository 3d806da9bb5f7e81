/**
 * What the rxe driver and its user-space half share: rings, work queue elements, address vectors and create
 * responses. Mirrors {@code rdma/rdma_user_rxe.h}.
 */
@Version("1.0.0")
package org.softroce.uapi.rxe;

import org.osgi.annotation.versioning.Version;

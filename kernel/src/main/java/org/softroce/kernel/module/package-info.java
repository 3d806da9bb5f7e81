/**
 * Kernel modules as bundles.
 *
 * <p>Mirrors {@code include/linux/module.h} and {@code kmod.h}. A bundle names its module and needs in the manifest
 * header {@code Softroce-Module: rdma_rxe; depends="ib_core,ib_uverbs"; alias="rdma-link-rxe"}; loaded = ACTIVE.
 */
@Version("1.0.0")
package org.softroce.kernel.module;

import org.osgi.annotation.versioning.Version;

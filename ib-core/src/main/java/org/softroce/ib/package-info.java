/**
 * The InfiniBand core as drivers, uverbs and nldev see it.
 *
 * <p>Mirrors {@code include/rdma/ib_verbs.h}. Nouns: {@link org.softroce.ib.IbDevice} (the service: a device that is
 * registered), {@link org.softroce.ib.IbDeviceOps} (what a driver implements), {@link org.softroce.ib.IbDeviceRegistry}
 * (where drivers register), the objects {@code IbUcontext IbPd IbCq IbQp IbMr IbSrq IbAh} that drivers extend, and
 * {@link org.softroce.ib.IbVerbs}, the life cycle around them. For kernel-side bundles only.
 */
@Version("1.0.0")
package org.softroce.ib;

import org.osgi.annotation.versioning.Version;

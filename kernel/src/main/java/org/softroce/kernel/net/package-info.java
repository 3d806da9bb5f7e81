/**
 * Net devices, namespaces, addresses and frames.
 *
 * <p>Mirrors the little of {@code include/linux/netdevice.h}, {@code skbuff.h}, {@code inetdevice.h} and
 * {@code net/net_namespace.h} that Soft-RoCE needs. Devices and namespaces are configured under one lock (the RTNL);
 * frames flow without it.
 */
@Version("1.0.0")
package org.softroce.kernel.net;

import org.osgi.annotation.versioning.Version;

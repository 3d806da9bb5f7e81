/**
 * What a provider, the user-space half of a device driver, implements and builds on.
 *
 * <p>Mirrors {@code libibverbs/driver.h}. A provider publishes {@link org.softroce.verbs.driver.VerbsDeviceOps} as a
 * whiteboard service; the library matches it with the devices the kernel shows and asks it for a
 * {@link org.softroce.verbs.driver.VerbsContext} when one is opened. Operations that a provider does not override
 * answer EOPNOTSUPP, as {@code dummy_ops.c} does. Applications do not need this package.
 */
@Version("1.0.0")
package org.softroce.verbs.driver;

import org.osgi.annotation.versioning.Version;

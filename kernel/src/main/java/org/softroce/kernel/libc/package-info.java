/**
 * The little of the C library that the real tools lean on, so that options, numbers and messages behave alike.
 *
 * <p>Mirrors {@code getopt.h}, {@code stdlib.h} and {@code unistd.h} of glibc, for programs only.
 */
@Version("1.0.0")
package org.softroce.kernel.libc;

import org.osgi.annotation.versioning.Version;

/**
 * Numbers that every system call uses: error numbers with their text, flags of {@code open}, bits of {@code
 * poll}, families and options of sockets. Mirrors {@code asm-generic/errno.h}, {@code asm-generic/fcntl.h},
 * {@code asm-generic/poll.h} and {@code linux/socket.h} of Linux on x86-64.
 */
@Version("1.0.0")
package org.softroce.uapi;

import org.osgi.annotation.versioning.Version;

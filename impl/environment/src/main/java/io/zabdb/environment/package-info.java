/**
 * What a replica needs of the world around it, as interfaces: time, the loop that owns it, and
 * workers that may wait for a disk. A node has them of threads and of Netty, the simulator of
 * events in virtual time; the code in between is the same. Built on the JDK alone.
 */
@NullMarked
package io.zabdb.environment;

import org.jspecify.annotations.NullMarked;

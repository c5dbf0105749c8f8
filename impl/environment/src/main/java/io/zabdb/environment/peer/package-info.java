/**
 * The other members of a group as a replica sees them, and its log as they read it. A node has
 * sockets behind it, the simulator events of virtual time.
 */
@NullMarked
package io.zabdb.environment.peer;

import org.jspecify.annotations.NullMarked;

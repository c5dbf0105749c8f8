/** What the configuration manager knows: the ring, the groups, the nodes. */
package io.zabdb.coordination.state;

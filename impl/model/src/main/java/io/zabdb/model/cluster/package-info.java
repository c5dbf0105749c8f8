/** What is known of a cluster: the ring, the groups, the nodes. */
@NullMarked
package io.zabdb.model.cluster;

import org.jspecify.annotations.NullMarked;

/** What is known of a cluster: the ring, the groups, the nodes. */
package io.zabdb.model.cluster;

/** Cassandra: servers of an installed release, reached by its Java driver. */
package io.zabdb.bench.peers.cassandra;

/** etcd: servers from its binary, reached by gRPC as its own clients do. */
package io.zabdb.bench.peers.etcd;

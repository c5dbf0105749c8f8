/** ZooKeeper: an ensemble of server processes from the library that the product uses. */
package io.zabdb.bench.peers.zookeeper;

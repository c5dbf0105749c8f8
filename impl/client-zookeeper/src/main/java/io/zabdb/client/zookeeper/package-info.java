/** The ring from ZooKeeper, for clients that are to find their cluster there. */
package io.zabdb.client.zookeeper;

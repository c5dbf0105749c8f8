/** A ZooKeeper server in this process, for clusters on one machine. */
package io.zabdb.coordination.embedded;

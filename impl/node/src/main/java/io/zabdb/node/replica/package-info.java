/** The drivers of replicas: each runs the core with a log, a store and a network. */
package io.zabdb.node.replica;

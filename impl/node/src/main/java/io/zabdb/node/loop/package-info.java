/** The loops of a node's replicas. */
package io.zabdb.node.loop;

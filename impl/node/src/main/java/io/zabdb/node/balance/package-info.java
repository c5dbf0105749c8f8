/** The balancer of a node: it plans and carries out while the node has the seat. */
package io.zabdb.node.balance;

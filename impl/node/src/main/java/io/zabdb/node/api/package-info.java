/** What the process of a node and the replicas in it know of each other. */
package io.zabdb.node.api;

/** Partitions that move, between nodes: letters as messages of the wire, and the files. */
package io.zabdb.node.move;

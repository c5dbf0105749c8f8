/**
 * The process of a node: what is checked before it starts, in which order its parts start and stop,
 * and how it ends. Replicas are plugged in through {@code io.zabdb.node.api}.
 */
package io.zabdb.node.process;

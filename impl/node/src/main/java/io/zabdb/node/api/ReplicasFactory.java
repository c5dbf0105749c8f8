package io.zabdb.node.api;

/** Makes the replicas of a node. */
@FunctionalInterface
public interface ReplicasFactory {

  /** Makes them; nothing is opened before {@link Replicas#start}. */
  Replicas create(NodeContext context);
}

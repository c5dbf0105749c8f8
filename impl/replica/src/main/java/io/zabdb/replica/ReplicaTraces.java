package io.zabdb.replica;

import java.io.IOException;

/** Opens the traces of a node's replicas. */
@FunctionalInterface
public interface ReplicaTraces {

  /** Of nothing. */
  ReplicaTraces NONE = (group, member, members) -> ReplicaTrace.NONE;

  /** The trace of one replica. */
  ReplicaTrace open(int group, int member, int members) throws IOException;
}

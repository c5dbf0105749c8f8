package io.zabdb.replica;

import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.List;

/** The rest of a node that wants to know of a replica only whether it has failed. */
class NotedFailure implements ReplicaEvents {

  private final List<Integer> ends = new ArrayList<>();
  private Throwable failure;

  /** Groups that have ended, each time it was told. */
  final List<Integer> ends() {
    return List.copyOf(ends);
  }

  /** Null: it has not failed. */
  final Throwable failure() {
    return failure;
  }

  @Override
  public void leaderChanged(int group, int leader, long epoch) {}

  @Override
  public void votersChanged(int group, KnownVoters voters) {}

  @Override
  public void partitionsChanged(int group, TableState table) {}

  @Override
  public void groupEnded(int group) {
    ends.add(group);
  }

  @Override
  public void removed(int group) {}

  @Override
  public void failed(int group, Throwable cause) {
    failure = cause;
  }
}

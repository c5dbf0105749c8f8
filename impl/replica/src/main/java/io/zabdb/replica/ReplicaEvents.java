package io.zabdb.replica;

import io.zabdb.core.group.Configuration;

/** Hears of a replica what the rest of the node should know. Called by the replica's event loop. */
public interface ReplicaEvents {

  /**
   * Leadership has changed as far as this replica knows.
   *
   * @param leader a member, or -1 if there is none
   */
  void leaderChanged(int group, int leader, long epoch);

  /**
   * Who votes in the group, as far as is known to be committed; at the replica's start, by the last
   * entry of its log that says so.
   */
  void votersChanged(int group, Configuration voters);

  /**
   * The replica has failed and does nothing any more: the process has to end. Called once, by any
   * thread.
   */
  void failed(int group, Throwable cause);
}

package io.zabdb.replica;

import io.zabdb.shard.TableState;

/**
 * Hears of a replica what the rest of the node should know. Called by the replica's event loop, but
 * where another thread is named.
 */
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
  void votersChanged(int group, KnownVoters voters);

  /**
   * The group has other partitions, or others of them are its own, or it gave some away, as far as
   * this replica has applied its log; at its start, what it has. Called by the thread that starts
   * the replica, or the worker that applies, ahead of all that is answered from that state; must
   * return at once.
   *
   * @param table of a group that is founded
   */
  void partitionsChanged(int group, TableState table);

  /**
   * The group has ended, as far as this replica has applied its log, and that is for ever; once, at
   * each start too. Called by the same threads; must return at once.
   */
  void groupEnded(int group);

  /**
   * The replica's member was removed from the group, as is known to be committed, and its disk will
   * never count again; it does not lead. Once, at each start too; must return at once.
   */
  void removed(int group);

  /**
   * The replica has failed and does nothing any more: the process has to end. Called once, by any
   * thread.
   */
  void failed(int group, Throwable cause);
}

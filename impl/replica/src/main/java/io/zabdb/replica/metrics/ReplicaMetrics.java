package io.zabdb.replica.metrics;

/** Hears what is to be measured of a replica. Thread-safe; never waits. */
public interface ReplicaMetrics {

  /** An update has been committed, so long after it was proposed. */
  void committed(long nanos);

  /** A sync of the log has taken so long and covered so many entries. */
  void synced(long nanos, long entries);

  /** So many entries have been applied together. */
  void applied(long entries);

  /**
   * So many updates were refused when they were applied, because the group did not take them: the
   * leader should not have logged them.
   */
  void refusedWhenApplied(long updates);

  /** This has become of so many reads behind a read point. */
  void points(PointNews step, int reads);

  /** This leader has come so far with a split or a merge. */
  void sharding(ShardingNews step);

  /** This leader has come so far with a partition that moves. */
  void moved(MoveNews step);

  /** A partition has moved: so long nobody took its updates. */
  void movePause(long nanos);

  /** This replica rests from now on, or no longer. */
  void rests(boolean now);

  /** This replica has handed leadership over. */
  void handedOver();

  /** This leader has chosen a successor. */
  void transferBegan(TransferReason reason);

  /** The successor has everything, so long after it was chosen. */
  void drained(long nanos);

  /** This leader does not hand over after all. */
  void transferGivenUp(TransferEnd why);

  /** This replica leads, so long after it was told to. */
  void tookOver(long nanos);

  /** The store has been flushed and the log purged. */
  void checkpointed();

  /** The store has been replaced by a checkpoint of the leader. */
  void installed();
}

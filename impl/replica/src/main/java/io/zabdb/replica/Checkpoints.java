package io.zabdb.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Connection;
import io.zabdb.storage.engine.StorageEngine;
import java.util.List;

/**
 * The checkpoints of a replica: exports of its store, each of which outlives a crash once it was
 * returned. All that waits for a disk is for workers. What fails throws {@link
 * io.zabdb.storage.data.StorageException}. Thread-safe.
 */
public interface Checkpoints {

  /**
   * Removes what was not finished before a crash, and what lies below a length. Called once, first.
   *
   * @return the others, shortest first
   */
  List<Checkpoint> open(long least);

  /** Takes a checkpoint of a store, by {@link StorageEngine#exportCheckpoint}. */
  Checkpoint take(StorageEngine store);

  /**
   * Takes over a checkpoint that was received. It may be asked for the same again, if this or
   * {@link #load} has found no room on the disk.
   *
   * @return the same, in its place; the received one must not be used any more
   */
  Checkpoint adopt(Checkpoint received);

  /**
   * Replaces the state of a store by that of a checkpoint, by {@link
   * StorageEngine#importCheckpoint}.
   */
  void load(Checkpoint checkpoint, StorageEngine store);

  /**
   * A checkpoint is being sent over a connection: it stays until {@link #release}. Does not wait.
   */
  void lend(Connection connection, Checkpoint checkpoint);

  /** Nothing is sent over the connection any more. Does not wait. */
  void release(Connection connection);

  /** Deletes one that was received, and was not taken over. */
  void discard(Checkpoint received);

  /** Deletes those below a length that are not lent; none of them will be. */
  void deleteBelow(long length);
}

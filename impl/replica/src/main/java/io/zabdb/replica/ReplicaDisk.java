package io.zabdb.replica;

import io.zabdb.log.file.LogFiles;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where log, store and checkpoints of a replica are. All but {@link #location} may wait. */
public interface ReplicaDisk {

  /** What was set aside is called so, beside the store. */
  String SET_ASIDE = "set-aside";

  /** Where that is, for messages. */
  String location();

  /** The directory of the log. */
  LogFiles openLog() throws IOException;

  /**
   * The store, as it was flushed last.
   *
   * @throws io.zabdb.storage.data.StorageException if it is damaged
   */
  StorageEngine openStore();

  /** The checkpoints; the same each time. */
  Checkpoints checkpoints();

  /**
   * A directory for files of partitions that move, on the file system of the store; it is made when
   * it is needed. None: this replica neither takes nor gives partitions.
   */
  default Optional<Path> moves() {
    return Optional.empty();
  }

  /**
   * Moves store and checkpoints out of the way: the log that led to them is gone. What was moved
   * before is deleted.
   */
  void setStoreAside() throws IOException;

  /**
   * Notes for the next start that the store is damaged.
   *
   * @param what was found
   */
  void markDamaged(String what) throws IOException;

  /**
   * Before the store is opened: a store that is marked as damaged is moved out of the way if the
   * log has every entry since the first, since these are applied again then ({@code
   * AppliedIndex!Recover} of a store that was never flushed). Where the log was purged, it stays.
   *
   * @param purged how many entries have been purged from the log
   * @return what is known of damage that is still there; empty if there is none
   */
  String replaceDamaged(long purged) throws IOException;
}

package io.zabdb.replica.move;

import io.zabdb.model.data.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What other groups ask of a replica. What it returns is completed by any thread, and fails with
 * {@link io.zabdb.model.error.ZabException}. Thread-safe.
 */
public interface MoveTaker {

  /**
   * Takes a letter.
   *
   * @return the answer, once what the letter has led to is known; fails with {@code NOT_LEADER} if
   *     this replica does not lead, or no longer
   */
  CompletableFuture<Letter> take(Letter letter);

  /** Whether the files of this name were received, and stay, or are the replica's store now. */
  boolean has(Bytes digest);

  /**
   * Whether this replica has the files of all partitions, having applied at least so many entries
   * of its log, and keeps them: not if it knows that it was removed from its group. Of 0 entries
   * that is always so.
   */
  boolean isWhole(long least);

  /**
   * Makes files of all that this replica has, for another one; {@link #offered} has them for some
   * minutes.
   *
   * @param least how many entries it must have applied
   * @return fails with {@code UNAVAILABLE} if it has not, or lacks files itself
   */
  CompletableFuture<StoreOffer> offerStore(long least);

  /**
   * A directory of this replica's own, for files that are being fetched; empty at its start. None:
   * it takes no partitions.
   */
  Optional<Path> fetching();

  /**
   * Takes a directory over that was fetched, in {@link #fetching}.
   *
   * @param offered what it holds
   * @return done once they are verified and on disk, so that {@link #has} says so; if it fails, the
   *     directory is the caller's again; {@code CORRUPT} if they are not what they were, {@code
   *     UNAVAILABLE} if nobody waits for them any more
   */
  CompletableFuture<Void> receive(OfferedFiles offered, Path directory);

  /** The files that this replica has made for an attempt to move a partition, which is not over. */
  Optional<MadeBase> made(String partition, long attempt);

  /** The directory of files that this replica offers, if it does. */
  Optional<Path> offered(Bytes digest);
}

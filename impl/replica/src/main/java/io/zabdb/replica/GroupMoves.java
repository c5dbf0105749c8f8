package io.zabdb.replica;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.replica.move.MoveStatus;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.OfferedFiles;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.shard.Birth;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What operators and other groups ask of a replica about partitions that move. What it returns
 * fails with {@link StorageException}: {@code NOT_LEADER} for all but files. Thread-safe.
 */
public final class GroupMoves implements MoveTaker {

  /**
   * Files of a whole store go when nobody has asked for them in so long, or twice that: whoever
   * fetches them gives up before.
   */
  private static final long UNREAD_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final ReplicaParts parts;
  private final Supplier<RunningReplica> running;

  /** Of the loop. */
  private boolean isStoreWatched;

  GroupMoves(ReplicaParts parts, Supplier<RunningReplica> running) {
    this.parts = parts;
    this.running = running;
  }

  // -- for operators

  /** The number of the group that other groups know it by; fails if nothing is known of it yet. */
  public CompletableFuture<Birth> birth() {
    return parts
        .checks()
        .ask(
            engine -> {
              requireFounded(engine, parts.group());
              return engine.table().self();
            });
  }

  static void requireFounded(StorageEngine engine, int group) {
    if (!engine.table().isFounded()) {
      throw new StorageException(
          ErrorCode.UNAVAILABLE, "this replica has not learnt yet what group " + group + " has");
    }
  }

  /**
   * Begins to give a partition to another group, whoever has tried that before.
   *
   * @return the number of the attempt, once it is under way
   */
  public CompletableFuture<Long> start(String partition, Birth destination) {
    return start(partition, destination, OptionalLong.empty());
  }

  /**
   * Begins to give a partition to another group.
   *
   * @param expected begin only if this is the number of the last attempt to move it; empty:
   *     whatever it is
   * @return the number of the attempt, once it is under way
   */
  public CompletableFuture<Long> start(String partition, Birth destination, OptionalLong expected) {
    CompletableFuture<Long> answer = new CompletableFuture<>();
    onLoop(
        replica -> Relays.relay(replica.moves().start(partition, destination, expected), answer),
        answer);
    return answer;
  }

  /** Gives a move up, unless the partition is the other group's already; done when it stays. */
  public CompletableFuture<Void> abort(String partition) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    onLoop(replica -> Relays.relay(replica.moves().abort(partition), answer), answer);
    return answer;
  }

  /** What leaves the group. */
  public CompletableFuture<List<MoveStatus>> list() {
    CompletableFuture<List<MoveStatus>> answer = new CompletableFuture<>();
    onLoop(replica -> answer.complete(replica.moves().list()), answer);
    return answer;
  }

  private void onLoop(Consumer<RunningReplica> action, CompletableFuture<?> answer) {
    parts
        .loop()
        .run(
            () -> {
              try {
                if (parts.turns().isOver()) {
                  throw new StorageException(ErrorCode.UNAVAILABLE, "the replica has ended");
                }
                action.accept(RunningReplica.begun(running));
              } catch (StorageException e) {
                answer.completeExceptionally(e);
              }
            });
  }

  // -- for other groups

  @Override
  public CompletableFuture<Letter> take(Letter letter) {
    CompletableFuture<Letter> answer = new CompletableFuture<>();
    onLoop(replica -> replica.moveSink().take(letter, answer), answer);
    return answer;
  }

  @Override
  public boolean has(Bytes digest) {
    return isFetched(digest)
        || parts
            .opened()
            .store()
            .ifThere(engine -> engine.received(digest).isPresent())
            .orElse(false);
  }

  /** Offers may come before the replica has begun. */
  private boolean isFetched(Bytes digest) {
    RunningReplica replica = running.get();
    return replica != null && replica.repair().has(digest);
  }

  @Override
  public boolean isWhole(long least) {
    RunningReplica replica = running.get();
    boolean isRemoved = replica != null && replica.isRemoved();
    return least == 0
        || (!isRemoved
            && parts
                .opened()
                .store()
                .ifThere(engine -> engine.applied().length() >= least && engine.lacking().isEmpty())
                .orElse(false));
  }

  @Override
  public CompletableFuture<StoreOffer> offerStore(long least) {
    if (!parts.bases().isThere()) {
      return CompletableFuture.failedFuture(
          new StorageException(
              ErrorCode.UNAVAILABLE, "this replica has no place for files that others fetch"));
    }
    return parts
        .storeFiles()
        .make(least)
        .whenComplete((offer, failure) -> parts.loop().run(this::watchStore));
  }

  /** Nobody tells when the files are not needed any more. By the loop. */
  private void watchStore() {
    if (!isStoreWatched) {
      isStoreWatched = true;
      parts.loop().schedule(UNREAD_NANOS, this::dropUnread);
    }
  }

  private void dropUnread() {
    parts
        .storeFiles()
        .dropUnread()
        .whenComplete(
            (isKept, failure) ->
                parts
                    .loop()
                    .run(
                        () -> {
                          isStoreWatched = false;
                          if (failure == null && isKept) {
                            watchStore();
                          }
                        }));
  }

  @Override
  public Optional<Path> fetching() {
    return parts.bases().fetching();
  }

  @Override
  public CompletableFuture<Void> receive(OfferedFiles offered, Path directory) {
    return offered instanceof StoreOffer store
        ? running.get().repair().receive(store, directory)
        : parts.bases().receive(directory);
  }

  @Override
  public Optional<MadeBase> made(String partition, long attempt) {
    return parts.bases().made(partition, attempt);
  }

  @Override
  public Optional<Path> offered(Bytes digest) {
    return parts
        .bases()
        .offered(digest)
        .or(() -> parts.storeFiles().offered(digest))
        .or(
            () ->
                parts.opened().store().ifThere(engine -> engine.received(digest)).flatMap(p -> p));
  }
}

package io.zabdb.replica;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of partitions that move: bases that this replica has made for others, and those that it
 * fetches. None of them outlives a start; what was received is the store's. A worker waits for the
 * disk. Thread-safe.
 *
 * <p>Source: {@code PartitionFiles}.
 */
final class BaseFiles implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BaseFiles.class);

  /** Of which attempt a base was made. */
  private record BaseKey(String partition, long number) {}

  private final ReplicaStore store;
  private final int group;
  private final Optional<Path> directory;
  private final Worker worker;
  private final Map<Bytes, Path> offered = new ConcurrentHashMap<>();

  /**
   * Until the attempt is over: whoever leads next, here or elsewhere, goes on with these. As many
   * as partitions that leave.
   */
  private final Map<BaseKey, MadeBase> kept = new ConcurrentHashMap<>();

  /** Of the worker. */
  private long number;

  /**
   * Deletes what a process before has left.
   *
   * @param directory none: no partition moves
   */
  BaseFiles(ReplicaStore store, int group, Optional<Path> directory, Workers workers) {
    this.store = store;
    this.group = group;
    this.directory = directory;
    worker = workers.open("move");
    for (Path each : directory.map(all -> List.of(made(all), fetched(all))).orElse(List.of())) {
      try {
        DiskFiles.empty(each);
      } catch (IOException e) {
        throw DiskFiles.failed("empty " + each, e);
      }
    }
  }

  private static Path made(Path directory) {
    return directory.resolve("made");
  }

  private static Path fetched(Path directory) {
    return directory.resolve("fetched");
  }

  /** Whether partitions can come and go. */
  boolean isThere() {
    return directory.isPresent();
  }

  /** Where files are made; only if this {@link #isThere}. */
  Path making() {
    return made(directory.orElseThrow());
  }

  /** Where files are fetched to. */
  Optional<Path> fetching() {
    return directory.map(BaseFiles::fetched);
  }

  /** The directory of a base that is offered. */
  Optional<Path> offered(Bytes digest) {
    return Optional.ofNullable(offered.get(digest));
  }

  // -- at the source

  /**
   * Makes a base of a partition that moves, of what is applied then, unless one was made meanwhile:
   * this replica may have led before, not led, and lead again.
   *
   * @return fails with {@link StorageException}, {@code UNAVAILABLE} if the attempt is over
   */
  CompletableFuture<MadeBase> make(String partition, long attempt) {
    return ask(
        engine -> {
          BaseKey of = new BaseKey(partition, attempt);
          MadeBase before = kept.get(of);
          if (before != null) {
            return before;
          }
          MadeBase made = export(engine, partition, attempt);
          kept.put(of, made);
          if (!isUnderWay(engine.table(), of)) {
            // It ended meanwhile, and nobody looks for it again.
            drop(of);
          }
          return made;
        });
  }

  /** What was made for an attempt that is not over, as far as this replica knows. */
  Optional<MadeBase> made(String partition, long attempt) {
    return Optional.ofNullable(kept.get(new BaseKey(partition, attempt)));
  }

  /** What was made for attempts that are over goes. */
  void tableChanged(TableState table) {
    for (BaseKey of : kept.keySet()) {
      if (!isUnderWay(table, of)) {
        drop(of);
      }
    }
  }

  private static boolean isUnderWay(TableState table, BaseKey of) {
    return table.records().entrySet().stream()
        .anyMatch(
            held ->
                held.getKey().name().equals(of.partition)
                    && held.getValue().epoch() == of.number
                    && held.getValue().phase().isLeaving());
  }

  private MadeBase export(StorageEngine engine, String partition, long attempt) {
    Path all = made(directory.orElseThrow());
    Path state = all.resolve("state");
    Path base = all.resolve("base-" + ++number);
    boolean isWhole = false;
    try {
      Carrier carrier;
      try {
        DiskFiles.delete(state);
        carrier = engine.exportPartition(partition, state, base);
      } finally {
        DiskFiles.delete(state);
      }
      if (carrier.attempt() != attempt) {
        throw new StorageException(
            ErrorCode.UNAVAILABLE, "attempt " + attempt + " to move " + partition + " is over");
      }
      BaseOffer offer = offer(partition, attempt, carrier.digest(), base);
      offered.put(carrier.digest(), base);
      isWhole = true;
      return new MadeBase(offer, carrier.position());
    } catch (IOException e) {
      throw DiskFiles.failed("make a base of " + partition, e);
    } finally {
      if (!isWhole) {
        // Whoever asks does so again and again.
        deleteNow(base);
      }
    }
  }

  /** A base is offered no longer. */
  private void drop(BaseKey of) {
    MadeBase base = kept.remove(of);
    Path path = base == null ? null : offered.remove(base.offer().digest());
    if (path != null) {
      delete(path);
    }
  }

  /** Deletes a directory that is no longer needed, soon. */
  void delete(Path path) {
    worker.submit(() -> deleteNow(path));
  }

  private static void deleteNow(Path path) {
    try {
      DiskFiles.delete(path);
    } catch (IOException e) {
      LOG.warn("{} stays until the next start: {}", path, e.toString());
    }
  }

  /** The families of a partition, in the order in which rows are scanned; none if it is gone. */
  CompletableFuture<List<Family>> families(String partition) {
    return ask(
        engine ->
            store.read(
                state ->
                    state.partitions().stream()
                        .filter(each -> each.name().equals(partition))
                        .map(Partition::families)
                        .findFirst()
                        .orElse(List.of())));
  }

  /** Updates of a partition that moves; see {@link io.zabdb.storage.engine.Snapshot#sent}. */
  CompletableFuture<List<ShardUpdate>> sent(String partition, long after, int most, long room) {
    return ask(engine -> store.read(state -> state.sent(partition, after, most, room)));
  }

  // -- at the destination

  /**
   * The files that were received under a name, for others of the group to fetch.
   *
   * @return none: they are not here
   */
  CompletableFuture<Optional<BaseOffer>> received(String partition, long attempt, Bytes digest) {
    return ask(
        engine -> engine.received(digest).map(path -> offer(partition, attempt, digest, path)));
  }

  private BaseOffer offer(String partition, long attempt, Bytes digest, Path path) {
    try {
      return new BaseOffer(group, partition, attempt, digest, DiskFiles.lengths(path));
    } catch (IOException e) {
      throw DiskFiles.failed("list " + path, e);
    }
  }

  /** See {@link io.zabdb.replica.move.MoveTaker#receive}. */
  CompletableFuture<Void> receive(Path fetched) {
    return ask(
        engine -> {
          engine.receive(fetched);
          return null;
        });
  }

  /** Has the worker do something with the store. */
  <T> CompletableFuture<T> ask(Function<StorageEngine, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    store.submit(
        worker,
        () -> {
          try {
            answer.complete(question.apply(store.engine()));
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        },
        () ->
            answer.completeExceptionally(
                new StorageException(ErrorCode.UNAVAILABLE, "the replica is closing")));
    return answer;
  }

  /** Waits for what runs. */
  @Override
  public void close() {
    worker.close();
  }
}

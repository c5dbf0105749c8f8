package io.zabdb.node.files;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Connection;
import io.zabdb.peer.CheckpointFiles;
import io.zabdb.peer.CheckpointSource;
import io.zabdb.replica.Checkpoints;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import io.zabdb.storage.tree.TablePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The checkpoints of a replica: {@code LENGTH/files} with what the store exported but its tables,
 * which all checkpoints of it share ({@link TablePools}), and {@code LENGTH/meta}, which is written
 * last and deleted first. One that was received has its tables among its files. Thread-safe.
 */
public final class CheckpointFolder implements Checkpoints, CheckpointSource {

  private static final String META = "meta";
  private static final String FILES = "files";
  private final Path directory;

  /** Deletes a directory; a crash may leave any part of it. */
  interface Remover {
    void delete(Path directory) throws IOException;
  }

  private final Remover remover;

  /** Guarded by itself: no table is deleted while one is being taken. Locked before this. */
  private final TablePools pools;

  private final Map<Connection, Path> lent = new ConcurrentHashMap<>();

  public CheckpointFolder(Path directory) {
    this(directory, DiskFiles::delete);
  }

  /**
   * A folder in a directory.
   *
   * @param remover how all that is in a directory is deleted
   */
  CheckpointFolder(Path directory, Remover remover) {
    this.directory = directory;
    this.remover = remover;
    pools = new TablePools(directory);
  }

  @Override
  public List<Checkpoint> open(long least) {
    try {
      Files.createDirectories(directory);
      List<Checkpoint> found = new ArrayList<>();
      for (Path each : DiskFiles.list(directory)) {
        if (Files.exists(each.resolve(META)) && lengthOf(each) >= least) {
          CheckpointMeta meta = CheckpointMeta.read(each.resolve(META));
          found.add(
              new CheckpointFiles(meta.length(), meta.zxid(), meta.roster(), each.resolve(FILES)));
        } else if (!TablePools.isPool(each)) {
          DiskFiles.delete(each);
        }
      }
      found.sort(Comparator.comparingLong(Checkpoint::length));
      deleteTables();
      return found;
    } catch (IOException e) {
      throw DiskFiles.failed("open the checkpoints in " + directory, e);
    }
  }

  /** By its name; -1 if it is none. */
  private static long lengthOf(Path checkpoint) {
    String name = checkpoint.getFileName().toString();
    return name.matches("\\d{1,18}") ? Long.parseLong(name) : -1;
  }

  private Path pathOf(long length) {
    return directory.resolve(Long.toString(length));
  }

  @Override
  public CheckpointFiles take(StorageEngine store) {
    return take(store::exportCheckpoint);
  }

  /**
   * Takes a checkpoint.
   *
   * @param export writes the store into a directory, which it makes, and its tables into a pool;
   *     returns what it wrote
   */
  CheckpointFiles take(BiFunction<Path, TablePool.Choice, Checkpoint> export) {
    Path next = directory.resolve("next");
    synchronized (pools) {
      try {
        DiskFiles.delete(next);
        DiskFiles.createDirectory(next);
        Checkpoint state = export.apply(next.resolve(FILES), pools);
        return finish(
            next,
            new CheckpointMeta(state.length(), state.zxid(), pools.present(), state.roster()));
      } catch (IOException | StorageException e) {
        letGo(next, e);
        throw e instanceof IOException io
            ? DiskFiles.failed("take a checkpoint in " + next, io)
            : (StorageException) e;
      }
    }
  }

  /**
   * Tables that are linked and of no checkpoint would stay, also when the store has dropped them.
   */
  private void letGo(Path unfinished, Exception cause) {
    try {
      DiskFiles.delete(unfinished);
      deleteTables();
    } catch (IOException | StorageException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Its directory is gone then. If there is no room, it may be asked for the same again; once it
   * has been taken over, that is what it answers.
   */
  @Override
  public CheckpointFiles adopt(Checkpoint checkpoint) {
    CheckpointFiles received = (CheckpointFiles) checkpoint;
    // Of its own: another may be being taken.
    Path next = directory.resolve("adopted");
    try {
      if (Files.exists(received.directory())) {
        DiskFiles.delete(next);
        DiskFiles.createDirectory(next);
        Files.move(received.directory(), next.resolve(FILES), StandardCopyOption.ATOMIC_MOVE);
      }
      CheckpointMeta meta =
          new CheckpointMeta(received.length(), received.zxid(), 0, received.roster());
      return Files.exists(next) ? finish(next, meta) : kept(meta);
    } catch (IOException e) {
      throw DiskFiles.failed("take over the checkpoint in " + received.directory(), e);
    }
  }

  @Override
  public void load(Checkpoint checkpoint, StorageEngine store) {
    store.importCheckpoint(((CheckpointFiles) checkpoint).directory());
  }

  private CheckpointFiles kept(CheckpointMeta meta) {
    Path files = pathOf(meta.length()).resolve(FILES);
    return new CheckpointFiles(meta.length(), meta.zxid(), meta.roster(), files);
  }

  private synchronized CheckpointFiles finish(Path next, CheckpointMeta meta) throws IOException {
    Path target = pathOf(meta.length());
    DiskFiles.replace(next.resolve(META), meta.encode());
    if (Files.exists(target)) {
      delete(target);
    }
    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
    DiskFiles.sync(directory);
    return kept(meta);
  }

  @Override
  public List<Path> filesOf(CheckpointFiles checkpoint) throws IOException {
    try {
      // One that was received has moved since.
      Path own = pathOf(checkpoint.length()).resolve(FILES);
      long pool = CheckpointMeta.read(own.resolveSibling(META)).pool();
      List<Path> files = new ArrayList<>(DiskFiles.list(own));
      if (pool != 0) {
        for (String name : Manifest.names(own)) {
          if (!Files.exists(own.resolve(name))) {
            files.add(pools.directoryOf(pool).resolve(name));
          }
        }
      }
      return files;
    } catch (StorageException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void lend(Connection connection, Checkpoint checkpoint) {
    lent.put(connection, pathOf(checkpoint.length()));
  }

  @Override
  public void release(Connection connection) {
    lent.remove(connection);
  }

  @Override
  public void discard(Checkpoint received) {
    Path files = ((CheckpointFiles) received).directory();
    try {
      remover.delete(files);
    } catch (IOException e) {
      throw DiskFiles.failed("delete the checkpoint in " + files, e);
    }
  }

  @Override
  public void deleteBelow(long length) {
    try {
      deleteCheckpoints(length);
      // Else a checkpoint might come back after a crash, without its tables.
      DiskFiles.sync(directory);
      deleteTables();
    } catch (IOException e) {
      throw DiskFiles.failed("delete old checkpoints in " + directory, e);
    }
  }

  private synchronized void deleteCheckpoints(long length) throws IOException {
    Set<Path> inUse = new HashSet<>(lent.values());
    for (Path each : DiskFiles.list(directory)) {
      if (lengthOf(each) >= 0 && lengthOf(each) < length && !inUse.contains(each)) {
        delete(each);
      }
    }
  }

  /** What a crash leaves of it is not taken for a checkpoint. */
  private void delete(Path checkpoint) throws IOException {
    Files.deleteIfExists(checkpoint.resolve(META));
    DiskFiles.sync(checkpoint);
    remover.delete(checkpoint);
  }

  /** Those of checkpoints that are gone; waits for one that is being taken. */
  private void deleteTables() throws IOException {
    synchronized (pools) {
      Map<Long, Set<String>> inUse = new HashMap<>();
      synchronized (this) {
        for (Path each : DiskFiles.list(directory)) {
          if (lengthOf(each) >= 0 && Files.exists(each.resolve(META))) {
            long pool = CheckpointMeta.read(each.resolve(META)).pool();
            if (pool != 0) {
              inUse
                  .computeIfAbsent(pool, any -> new HashSet<>())
                  .addAll(Manifest.names(each.resolve(FILES)));
            }
          }
        }
      }
      pools.retain(inUse);
    }
  }
}

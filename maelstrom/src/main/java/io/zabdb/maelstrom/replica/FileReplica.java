package io.zabdb.maelstrom.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.zab.Recovered;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.log.GroupCommit;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogPosition;
import io.zabdb.log.LogSettings;
import io.zabdb.log.OpenedLog;
import io.zabdb.log.Pauses;
import io.zabdb.log.RecoveredLog;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.SyncListener;
import io.zabdb.log.file.Directory;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The product's log and store in a directory. The log is never purged, so that no checkpoints are
 * needed: runs under Maelstrom take minutes.
 */
final class FileReplica implements Disk {

  private static final UUID CLUSTER =
      UUID.nameUUIDFromBytes("maelstrom".getBytes(StandardCharsets.UTF_8));

  private static final LogSettings LOG = new LogSettings(4 << 20, 1 << 20, 1 << 20, 1);

  private final ReplicaLog log;
  private final StorageEngine store;
  private final Recovered recovered;
  private final long incarnation;
  private GroupCommit commits;

  /** Opens a replica, or begins one if the directory is empty. */
  FileReplica(Path directory, int self) throws IOException {
    Files.createDirectories(directory);
    incarnation = countStart(directory.resolve("starts"));
    LogIdentity identity = new LogIdentity(CLUSTER, 0, self);
    OpenedLog opened = ReplicaLog.open(Directory.open(directory.resolve("log")), identity, LOG);
    log = opened.log();
    RecoveredLog found = opened.recovered();
    recovered = new Recovered(found.acceptedEpoch(), found.currentEpoch(), null, found.entries());
    store = TreeEngine.onDisk(directory.resolve("store"), RocksOptions.TINY);
  }

  private static long countStart(Path file) throws IOException {
    long before = Files.exists(file) ? Long.parseLong(Files.readString(file).trim()) : 0;
    DiskFiles.replace(file, Long.toString(before + 1).getBytes(StandardCharsets.US_ASCII));
    return before;
  }

  @Override
  public Recovered recovered() {
    return recovered;
  }

  @Override
  public long incarnation() {
    return incarnation;
  }

  @Override
  public StorageEngine store() {
    return store;
  }

  @Override
  public void start(Written written) {
    SyncListener listener =
        new SyncListener() {
          @Override
          public void logSynced(LogPosition synced, long entries, long nanos) {
            written.logSynced(synced.length(), synced.last());
          }

          @Override
          public void epochWritten(EpochField field, long epoch) {
            written.epochWritten(field, epoch);
          }

          @Override
          public void failed(Exception cause) {
            written.failed(cause);
          }
        };
    commits =
        new GroupCommit(
            log,
            listener,
            new ThreadWorkers(FileReplica::daemon, ""),
            SystemClock.INSTANCE,
            Pauses.system());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void append(long index, Entry entry) throws IOException {
    commits.append(index, entry);
  }

  @Override
  public void writeEpoch(EpochField field, long epoch) {
    commits.writeEpoch(field, epoch);
  }

  @Override
  public void truncate(long length) throws IOException {
    log.truncate(length);
  }

  @Override
  public void close() throws IOException {
    commits.close();
    log.close();
    store.close();
  }
}

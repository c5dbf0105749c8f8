package io.zabdb.bench.floor;

import io.zabdb.bench.load.Latency;
import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.log.GroupCommit;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogPosition;
import io.zabdb.log.LogSettings;
import io.zabdb.log.Pauses;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.SyncListener;
import io.zabdb.log.file.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import org.HdrHistogram.Histogram;

/**
 * One log of one replica alone, without network, replication, and store: clients append and wait
 * for the sync that covers their entries, in this process. A cluster that syncs cannot do better on
 * this disk.
 */
public final class LogFloor {

  private static final int DIGITS = 3;
  private static final double NANOS = 1e9;

  private final int clients;
  private final byte[] payload;
  private final Synced synced = new Synced();

  /** When each client began to wait; they are served in turn. */
  private final long[] since;

  private LogFloor(int clients, int bytes, long seed) {
    this.clients = clients;
    since = new long[clients];
    payload = new byte[bytes];
    new SplittableRandom(seed).nextBytes(payload);
  }

  /**
   * What was measured.
   *
   * @param syncsPerSecond how often the log was synced
   */
  public record Result(int clients, double perSecond, double syncsPerSecond, Latency latency) {}

  /**
   * Measures.
   *
   * @param directory for the log, empty or missing; about 100 MB for each second
   * @param bytes of an entry
   * @param warmUp before it is measured
   */
  public static Result measure(
      Path directory, int clients, int bytes, long seed, Duration warmUp, Duration measure)
      throws IOException, InterruptedException {
    LogIdentity identity = new LogIdentity(new UUID(0, 0), 0, 0);
    try (ReplicaLog log =
        ReplicaLog.open(Directory.open(directory), identity, LogSettings.DEFAULT).log()) {
      return new LogFloor(clients, bytes, seed).run(log, warmUp, measure);
    }
  }

  private Result run(ReplicaLog log, Duration warmUp, Duration measure)
      throws IOException, InterruptedException {
    try (GroupCommit commits =
        new GroupCommit(
            log,
            synced,
            new ThreadWorkers(Thread::new, ""),
            SystemClock.INSTANCE,
            Pauses.system())) {
      long begin = System.nanoTime();
      long start = begin + warmUp.toNanos();
      long end = start + measure.toNanos();
      Histogram nanos = new Histogram(DIGITS);
      long appended = append(log, 0, clients, begin);
      commits.requestSync();
      long done = 0;
      long now = begin;
      long syncsBefore = 0;
      while (now < end) {
        long covered = synced.await(done);
        now = System.nanoTime();
        if (now < start) {
          syncsBefore = synced.count();
        } else {
          for (long index = done; index < covered; index++) {
            nanos.recordValue(now - since[(int) (index % clients)]);
          }
        }
        appended = append(log, appended, covered - done, now);
        commits.requestSync();
        done = covered;
      }
      double seconds = (now - start) / NANOS;
      return new Result(
          clients,
          nanos.getTotalCount() / seconds,
          (synced.count() - syncsBefore) / seconds,
          Latency.of(nanos));
    }
  }

  /** Gives the new length. */
  private long append(ReplicaLog log, long length, long count, long now) throws IOException {
    for (long index = length; index < length + count; index++) {
      since[(int) (index % clients)] = now;
      log.append(index + 1, new Entry(1, index + 1, 1, index + 1, payload));
    }
    return length + count;
  }

  /** Hears of syncs. */
  private static final class Synced implements SyncListener {

    // Guarded by this.
    private long length;
    private long count;
    private Exception failure;

    @Override
    public synchronized void logSynced(LogPosition position, long entries, long nanos) {
      length = position.length();
      count++;
      notifyAll();
    }

    @Override
    public void epochWritten(EpochField field, long epoch) {}

    @Override
    public synchronized void failed(Exception cause) {
      failure = cause;
      notifyAll();
    }

    private synchronized long await(long beyond) throws IOException, InterruptedException {
      while (length <= beyond && failure == null) {
        wait();
      }
      if (failure != null) {
        throw new IOException("the log failed: " + failure.getMessage(), failure);
      }
      return length;
    }

    private synchronized long count() {
      return count;
    }
  }
}

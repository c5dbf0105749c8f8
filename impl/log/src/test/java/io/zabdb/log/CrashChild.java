package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.Directory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/**
 * A process that writes a log until it is killed, and says on its standard output what is on disk
 * and what it is about to give up. Arguments: directory, seed.
 */
final class CrashChild implements SyncListener {

  /** How many appends may wait for a sync. */
  private static final int WINDOW = 64;

  static final LogSettings SETTINGS = new LogSettings(64 * 1024, 2048, 8192, 2);

  private final PrintStream out = System.out;
  private final Random random;
  private final Semaphore epochWritten = new Semaphore(0);

  // Guarded by this.
  /** What it has appended and not cut, by length: a report of a sync may come late. */
  private final TreeMap<Long, Zxid> history = new TreeMap<>();

  private long synced;
  private boolean failed;

  private CrashChild(long seed) {
    random = new Random(seed);
  }

  public static void main(String[] args) {
    try {
      OpenedLog opened =
          ReplicaLog.open(Directory.open(Path.of(args[0])), LogTests.IDENTITY, SETTINGS);
      new CrashChild(Long.parseLong(args[1])).run(opened);
    } catch (Throwable e) {
      // The parent reads standard output, and must not wait for a process that has given up.
      System.out.println("died " + e + " at " + List.of(e.getStackTrace()));
      System.exit(1);
    }
  }

  private void run(OpenedLog opened) throws Exception {
    RecoveredLog found = opened.recovered();
    ReplicaLog log = opened.log();
    synced = found.end().length();
    GroupCommit commit = LogTests.commits(log, this);
    // Room for those that it begins itself.
    long epoch = found.acceptedEpoch() + 1000;
    out.println("epoch " + epoch);
    commit.writeEpoch(EpochField.ACCEPTED, epoch);
    epochWritten.acquire();
    out.println("written " + epoch);
    long counter = 0;
    long base = found.base().length();
    while (true) {
      LogPosition end = log.end();
      int chance = random.nextInt(500);
      if (chance == 0) {
        awaitSynced(end.length());
        long cut = Math.max(base, end.length() - random.nextInt(20));
        forget(cut);
        log.truncate(cut);
        epoch++;
        counter = 0;
      } else if (chance == 1) {
        awaitSynced(end.length());
        log.purge(end);
        base = end.length();
      } else {
        awaitSynced(end.length() - WINDOW);
        counter++;
        byte[] payload = new byte[random.nextInt(300)];
        random.nextBytes(payload);
        Entry entry = new Entry(epoch, counter, 1, end.length() + 1, payload);
        remember(end.length() + 1, entry.zxid());
        commit.append(end.length() + 1, entry);
      }
    }
  }

  private synchronized void awaitSynced(long length) throws InterruptedException, IOException {
    while (synced < length && !failed) {
      wait();
    }
    if (failed) {
      throw new IOException("the log failed");
    }
  }

  private synchronized void remember(long length, Zxid zxid) {
    history.put(length, zxid);
    // Reports are never as late as that.
    history.headMap(length - 2 * WINDOW).clear();
  }

  /** From now on nothing behind {@code cut} counts as written, also if a report of it comes. */
  private synchronized void forget(long cut) {
    out.println("cut " + cut);
    history.tailMap(cut, false).clear();
    synced = Math.min(synced, cut);
  }

  /** As in the core: what was synced may have been cut, and replaced, since. */
  @Override
  public synchronized void logSynced(LogPosition position, long entries, long nanos) {
    if (position.last().equals(history.get(position.length()))) {
      synced = position.length();
      out.println("synced " + position.length() + " " + position.last());
      notifyAll();
    }
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    epochWritten.release();
  }

  @Override
  public synchronized void failed(Exception cause) {
    out.println("died " + cause);
    failed = true;
    notifyAll();
  }
}

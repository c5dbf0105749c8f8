package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * The log of a replica on disk. Indexes count from 1.
 *
 * <p>Every call that writes throws {@link DiskFullException} if there is no room: then it has not
 * happened, and may be repeated. After any other failure of the disk this call and all later ones
 * throw {@link LogFailedException}; a failed sync is never tried again, because the kernel may have
 * dropped what it could not write, and would report success (Rebello et al., ATC 2020).
 *
 * <p>Threads: one thread appends, cuts, purges and resets. Beside it, another may {@link #sync} and
 * {@link #writeEpoch}: an append does not wait for a sync, unless it begins a new segment ({@link
 * #takesAtOnce}). Neither may be interrupted: that closes the files.
 */
public final class ReplicaLog implements Closeable {

  /**
   * What an open log takes outside of the heap, at most: what is written together, in a power of
   * two, and what the JDK moves at once for a thread that reads.
   */
  public static final long BUFFER_BYTES = 2L * SegmentWriter.MAX_TOGETHER + SegmentWindow.BYTES;

  private final LogDirectory directory;
  private final LogSettings settings;
  private final MetadataFile metadata;
  private final Spares spares;

  /**
   * Held while the segment is synced and while it is replaced. Taken before the monitor of this
   * log, which guards the fields below.
   */
  private final Object syncing = new Object();

  private final Segments segments;
  private final LogHealth health;
  private final LogContents contents;

  // Written with the monitor held; read without it by those that must not wait.
  private volatile LogPosition end;
  private volatile LogPosition synced;

  private ReplicaLog(
      LogDirectory directory,
      LogSettings settings,
      Spares spares,
      Segments segments,
      LogPosition end) {
    this.directory = directory;
    this.settings = settings;
    metadata = directory.metadata();
    this.spares = spares;
    this.segments = segments;
    this.end = end;
    synced = end;
    health = new LogHealth(directory.files().location());
    contents = new LogContents(this, directory, health, segments);
  }

  /**
   * Opens the log of a directory, or begins one if the directory is empty. A torn tail is cut; what
   * is returned is on disk.
   *
   * @throws CorruptLogException if something that was on disk is lost or damaged
   * @throws io.zabdb.log.file.DirectoryRefusedException if the directory is in use or another's
   */
  public static OpenedLog open(LogFiles files, LogIdentity identity, LogSettings settings)
      throws IOException {
    return open(files, identity, settings, Long.MAX_VALUE);
  }

  /**
   * The same, for a log that memory may not hold.
   *
   * @param keepBytes of payload that are returned, those of the newest entries; the others are to
   *     be read by a {@link #reader}
   */
  public static OpenedLog open(
      LogFiles files, LogIdentity identity, LogSettings settings, long keepBytes)
      throws IOException {
    LogDirectory directory = LogDirectory.open(files, identity);
    try {
      MetadataFile metadata = directory.metadata();
      Recovery recovery = new Recovery(files, metadata, settings, keepBytes);
      RecoveredLog recovered = recovery.run();
      long next = metadata.current().newest() + 1;
      Spares spares = new Spares(files, settings, next, recovery.spares());
      Segments segments = new Segments(files, metadata, spares, recovery.segments());
      ReplicaLog log = new ReplicaLog(directory, settings, spares, segments, recovered.end());
      return new OpenedLog(log, recovered);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * The number of the disk, from 1: drawn when the log was begun, and gone with it; 0 if that was
   * before disks had numbers.
   */
  public long disk() {
    return metadata.current().disk();
  }

  // -- what Output asks for

  /**
   * Writes an entry ({@code Output.Append}). It is on disk once {@link #sync} has returned its
   * position or a later one.
   *
   * @param index one above the length of the log
   * @throws IllegalArgumentException if the index is another, or the payload exceeds the limit
   */
  public void append(long index, Entry entry) throws IOException {
    append(index, List.of(entry));
  }

  /**
   * Writes entries, with as few accesses as possible.
   *
   * @param first the index of the first of them: one above the length of the log
   * @throws DiskFullException if there is no room for all; those up to {@link #end} are written
   * @throws IllegalArgumentException if the index is another, or a payload exceeds the limit; none
   *     is written
   */
  public void append(long first, List<Entry> entries) throws IOException {
    entries.forEach(settings::checkPayload);
    for (int done = 0; done < entries.size(); ) {
      int more = appended(first + done, entries.subList(done, entries.size()));
      if (more == 0) {
        alone(() -> goOnFrom(end));
      }
      done += more;
    }
  }

  /**
   * Whether the entries go into the segment that is written, so that {@link #append} waits for no
   * disk. Asked by the thread that appends.
   */
  public boolean takesAtOnce(List<Entry> entries) {
    return fitting(entries) == entries.size();
  }

  /**
   * Makes durable what has been appended before the call. Never finds the disk full.
   *
   * @return how much of the log is on disk, for {@code Input.LogSynced}. If the tail has been cut
   *     meanwhile, it may be what was there before
   */
  public LogPosition sync() throws IOException {
    synchronized (syncing) {
      SegmentWriter segment;
      LogPosition target;
      synchronized (this) {
        health.check();
        if (synced.equals(end)) {
          return synced;
        }
        segment = segments.writer();
        target = end;
      }
      try {
        segment.sync();
        synchronized (this) {
          synced = target;
          segment.mark(target);
        }
      } catch (IOException e) {
        // A full disk, too: it had its room when the entries were appended.
        throw failed(e);
      }
      return target;
    }
  }

  /**
   * Cuts the log to its first {@code length} entries, durably ({@code Output.Truncate}). They are
   * on disk, too, when the call returns.
   *
   * @throws IllegalArgumentException if they are purged, or there are not so many
   */
  public void truncate(long length) throws IOException {
    alone(
        () -> {
          LogPosition base = metadata.current().base();
          if (length < base.length() || length > end.length()) {
            throw new IllegalArgumentException(
                "cut to " + length + ", but the log is from " + base + " to " + end);
          }
          if (length < end.length()) {
            goOnFrom(segments.positionOf(length));
          } else {
            syncAll();
          }
        });
  }

  /**
   * A checkpoint is durable, and the entries up to there are not needed any more ({@code
   * Input.CheckpointTaken}). Segments without any other entries are dropped; their files become
   * spares, or are deleted.
   *
   * @param checkpoint where it stands; nothing happens if the log was purged up to there before
   * @throws IllegalArgumentException if the log is not synced up to there
   */
  public void purge(LogPosition checkpoint) throws IOException {
    checkNow();
    if (checkpoint.length() > synced.length()) {
      throw new IllegalArgumentException(
          "purge up to " + checkpoint + ", but the log is synced up to " + synced);
    }
    if (checkpoint.length() > metadata.current().base().length()) {
      update(m -> m.withBase(checkpoint));
      synchronized (this) {
        health.guard(() -> segments.purge(checkpoint.length()));
      }
    }
  }

  /**
   * Drops all entries; the log goes on from a checkpoint, durably ({@code Output.Install}).
   *
   * @param checkpoint where it stands
   * @throws IllegalArgumentException if the log was purged further than that
   */
  public void reset(LogPosition checkpoint) throws IOException {
    alone(
        () -> {
          LogPosition base = metadata.current().base();
          if (checkpoint.length() < base.length()) {
            throw new IllegalArgumentException(
                "reset to " + checkpoint + ", but the log is purged up to " + base);
          }
          segments.reset(checkpoint);
          end = checkpoint;
          synced = checkpoint;
        });
  }

  /** Writes an epoch, durably ({@code Output.WriteEpoch}). Appends do not wait for it. */
  public void writeEpoch(EpochField field, long epoch) throws IOException {
    update(m -> m.withEpoch(field, epoch));
  }

  /**
   * Reads all that is on disk and checks its checksums. May be called by any thread; what is purged
   * or cut meanwhile is left out.
   *
   * @throws CorruptLogException if something is damaged
   */
  public LogVerification verify() throws IOException {
    return contents.verify();
  }

  /**
   * Begins to do the same bit by bit, with the segments that are not written any more. May be
   * called by any thread, and closed after the log.
   *
   * @param unopened hears of files that the system would not open now, and why; they are left out
   */
  public LogScan scan(BiConsumer<String, IOException> unopened) {
    return new LogScan(directory.files(), contents, unopened);
  }

  /** Reads what has been appended, while others write. */
  public LogReader reader() {
    return new LogReader(directory.files(), contents);
  }

  // -- where it stands: these do not wait

  /** Behind the entry appended last. */
  public LogPosition end() {
    return end;
  }

  /** How much is on disk. */
  public LogPosition synced() {
    return synced;
  }

  /** Syncs what was appended, if the log has not failed, and lets the directory go. */
  @Override
  public void close() throws IOException {
    synchronized (syncing) {
      synchronized (this) {
        if (health.isClosed()) {
          return;
        }
        try {
          if (!health.hasFailed()) {
            health.guard(this::syncForGood);
          }
        } finally {
          health.close();
          try (directory) {
            segments.close();
          }
        }
      }
    }
  }

  // -- inside: the caller has both locks, but for append and purge

  /** Runs an action that no append and no sync may meet. */
  private void alone(LogHealth.Action action) throws IOException {
    synchronized (syncing) {
      synchronized (this) {
        health.guard(action);
      }
    }
  }

  private synchronized void checkNow() throws LogFailedException {
    health.check();
  }

  /** Without the monitor: syncs of entries do not wait for those of the metadata. */
  private void update(UnaryOperator<Metadata> change) throws IOException {
    checkNow();
    try {
      metadata.update(change);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private synchronized LogFailedException failed(IOException cause) {
    return health.failed(cause);
  }

  /** From now on all calls fail, because of this. */
  synchronized void fail(Exception cause) {
    health.fail(cause);
  }

  /** What readers see of it. */
  LogContents contents() {
    return contents;
  }

  /** The files for the segments to come. */
  Spares spares() {
    return spares;
  }

  /** How many of the entries go into the segment that is written, the first ones. */
  synchronized int fitting(List<Entry> entries) {
    return segments.fitting(entries);
  }

  /** Appends the first entries, as many as go into the segment; how many they were. */
  private synchronized int appended(long first, List<Entry> entries) throws IOException {
    if (first != end.length() + 1) {
      throw new IllegalArgumentException("entry " + first + " behind " + end);
    }
    health.check();
    int count = segments.fitting(entries);
    if (count > 0) {
      health.guard(() -> segments.append(first, entries.subList(0, count)));
      end = new LogPosition(first + count - 1, entries.get(count - 1).zxid());
    }
    return count;
  }

  /** Begins a segment behind an entry; what was behind that is dropped. */
  private void goOnFrom(LogPosition before) throws IOException {
    syncAll();
    segments.goOnFrom(before);
    end = before;
    synced = before;
  }

  private void syncAll() throws IOException {
    if (!synced.equals(end)) {
      segments.writer().sync();
      synced = end;
      segments.writer().mark(end);
    }
  }

  /** So that recovery knows how far the log was synced, even if its last page is damaged. */
  private void syncForGood() throws IOException {
    syncAll();
    if (metadata.current().synced() != end.length()) {
      metadata.update(m -> m.withSynced(end.length()));
    }
  }
}

package io.zabdb.log;

import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The files of segments to come. A file that grows makes each sync commit the journal of the file
 * system, which waits for what others write; so a segment is begun in a file that has its whole
 * size already: that of a segment that is no part of the log any more, or one that was filled with
 * zeros meanwhile. What such a file holds does not matter: {@link SegmentHeader#salt}.
 *
 * <p>A spare keeps the name of its segment until it gets that of the next one, ahead of time: then
 * beginning the segment takes no change of names. {@link #work} does this, and all else that can
 * wait; without a thread for it, segments are begun in spares all the same, or in new files.
 *
 * <p>Thread-safe. No lock is held while a file is filled, deleted, or a directory is synced, but
 * for those of a segment that is being begun.
 */
final class Spares {

  /** What is being filled; no spare before it has been synced and renamed. */
  static final String UNFINISHED = "spare.new";

  /** What is synced at a time: more would hold up the syncs of others. */
  private static final int CHUNK_BYTES = 1024 * 1024;

  /** The longest pause between chunks. */
  private static final long MAX_PAUSE_MILLIS = 50;

  /** The file of the next segment: not there, there, there and its name is on disk. */
  private enum Next {
    ABSENT,
    NAMED,
    READY
  }

  private final LogFiles files;
  private final LogSettings settings;

  // Guarded by this.
  private final TreeSet<Long> spares;
  private final Deque<Long> doomed = new ArrayDeque<>();
  private long sequence;
  private Next next = Next.ABSENT;
  private boolean wanted;
  private boolean hasWorker;

  /** Whether the next file was asked for since the last segment was begun. */
  private volatile boolean asked;

  /**
   * @param sequence that of the next segment
   * @param spares the sequences in the names of whole files that are no part of the log
   */
  Spares(LogFiles files, LogSettings settings, long sequence, Collection<Long> spares) {
    this.files = files;
    this.settings = settings;
    this.sequence = sequence;
    this.spares = new TreeSet<>(spares);
  }

  /** Whether a file may become a spare: the writer of a segment never makes it grow. */
  static boolean isWhole(LogFiles files, LogSettings settings, long sequence) throws IOException {
    try (LogFile file = files.open(SegmentHeader.fileName(sequence))) {
      return file.size() == settings.segmentBytes();
    }
  }

  // -- for the thread that writes the log

  /**
   * Begins the next segment: its header and its name are on disk when the call returns.
   *
   * @throws DiskFullException if there is no room; then it is not begun
   */
  synchronized SegmentWriter begin(SegmentHeader header) throws IOException {
    boolean exists = next != Next.ABSENT || nameNext();
    String name = SegmentHeader.fileName(sequence);
    LogFile file = exists ? files.open(name) : files.create(name);
    try {
      file.write(header.encode(), 0);
      file.sync();
      if (next != Next.READY) {
        files.syncDirectory();
      }
      SegmentWriter writer = new SegmentWriter(file, header, settings);
      sequence++;
      next = Next.ABSENT;
      wanted = false;
      asked = false;
      notifyAll();
      return writer;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** The next segment comes soon: a file is made for it if there is no spare. */
  void want() {
    if (!asked) {
      askOnce();
    }
  }

  private synchronized void askOnce() {
    asked = true;
    wanted = settings.spares() > 0;
    notifyAll();
  }

  /** Takes the files of segments that are no part of the log any more. */
  void drop(List<SegmentHeader> dropped) throws IOException {
    synchronized (this) {
      for (SegmentHeader segment : dropped) {
        boolean isSpare = hasRoom() && isWhole(files, settings, segment.sequence());
        (isSpare ? spares : doomed).add(segment.sequence());
      }
      notifyAll();
      if (hasWorker) {
        return;
      }
    }
    deleteDoomed();
  }

  // -- for the thread that does what can wait

  /** From now on another thread waits for work and does it. */
  synchronized void start() {
    hasWorker = true;
  }

  /** The thread ends soon; what it does not do is done without it. */
  synchronized void stop() {
    hasWorker = false;
    notifyAll();
  }

  /** Waits for something to do; false if the thread is to end. */
  synchronized boolean awaitWork() throws InterruptedException {
    while (hasWorker && !hasWork()) {
      wait();
    }
    return hasWorker;
  }

  private boolean hasWork() {
    boolean canName = next == Next.ABSENT && (wanted || !spares.isEmpty());
    return canName || next == Next.NAMED || !doomed.isEmpty();
  }

  /**
   * Deletes what is not needed, and has the next file ready.
   *
   * @return false if there was no room to make one
   */
  boolean work() throws IOException, InterruptedException {
    deleteDoomed();
    boolean hasRoomOnDisk = !mustFill() || fill();
    long named;
    synchronized (this) {
      if (next == Next.ABSENT && !nameNext()) {
        return hasRoomOnDisk;
      }
      named = sequence;
    }
    files.syncDirectory();
    synchronized (this) {
      if (sequence == named) {
        next = Next.READY;
      }
    }
    return hasRoomOnDisk;
  }

  private synchronized boolean mustFill() {
    return wanted && next == Next.ABSENT && spares.isEmpty();
  }

  /** Makes a file for the next segment, whichever that is by then; false if there is no room. */
  private boolean fill() throws IOException, InterruptedException {
    try {
      if (filled()) {
        nameFilled();
      }
      return true;
    } catch (DiskFullException e) {
      giveUp();
      return false;
    }
  }

  /** Whether all is written and synced; not if the thread has to end. */
  private boolean filled() throws IOException, InterruptedException {
    try (LogFile file = files.create(UNFINISHED)) {
      for (long at = 0; at < settings.segmentBytes(); at += CHUNK_BYTES) {
        long start = System.nanoTime();
        Zeros.write(file, at, Math.min(at + CHUNK_BYTES, settings.segmentBytes()));
        file.sync();
        if (!pause(System.nanoTime() - start)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Leaves the disk to others for as long as it was taken; false if the thread has to end. */
  private synchronized boolean pause(long nanos) throws InterruptedException {
    long millis = Math.min(TimeUnit.NANOSECONDS.toMillis(nanos), MAX_PAUSE_MILLIS);
    if (hasWorker && millis > 0) {
      // If it is woken early, the pause is shorter: that does no harm.
      wait(millis);
    }
    return hasWorker;
  }

  private synchronized void nameFilled() throws IOException {
    files.rename(UNFINISHED, SegmentHeader.fileName(sequence));
    next = Next.NAMED;
    wanted = false;
    while (!spares.isEmpty() && spares.size() >= settings.spares()) {
      doomed.add(spares.pollFirst());
    }
  }

  private void giveUp() throws IOException {
    if (files.names().contains(UNFINISHED)) {
      files.delete(UNFINISHED);
    }
    synchronized (this) {
      wanted = false;
    }
  }

  // -- inside

  private boolean hasRoom() {
    return spares.size() + (next == Next.ABSENT ? 0 : 1) < settings.spares();
  }

  /** Gives a spare the name of the next segment; false if there is none. */
  private boolean nameNext() throws IOException {
    Long from = spares.pollLast();
    if (from == null) {
      return false;
    }
    if (from != sequence) {
      files.rename(SegmentHeader.fileName(from), SegmentHeader.fileName(sequence));
    }
    next = Next.NAMED;
    return true;
  }

  private void deleteDoomed() throws IOException {
    for (Long each = nextDoomed(); each != null; each = nextDoomed()) {
      files.delete(SegmentHeader.fileName(each));
    }
  }

  private synchronized Long nextDoomed() {
    return doomed.poll();
  }
}

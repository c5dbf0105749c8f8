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

/**
 * The files of segments to come. A file that grows makes each sync commit the journal of the file
 * system, which waits for what others write; so a segment is begun in a file that has its whole
 * size already: that of a segment that is no part of the log any more, or one that was filled with
 * zeros meanwhile. What such a file holds does not matter: {@link SegmentHeader#salt}.
 *
 * <p>A spare keeps the name of its segment until it gets that of the next one, ahead of time: then
 * beginning the segment takes no change of names. {@link #step} does this, and all else that can
 * wait; without a worker for it, segments are begun in spares all the same, or in new files.
 *
 * <p>Thread-safe. No lock is held while a file is filled, deleted, or a directory is synced, but
 * for those of a segment that is being begun.
 */
final class Spares {

  /** What is being filled; no spare before it has been synced and renamed. */
  static final String UNFINISHED = "spare.new";

  /** What is synced at a time: more would hold up the syncs of others. */
  private static final int CHUNK_BYTES = 1024 * 1024;

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
  private boolean underWay;
  private Runnable wake = () -> {};

  /** Whether the next file was asked for since the last segment was begun. */
  private volatile boolean asked;

  /** What is being filled, and how far; null if nothing is. Changed by the worker. */
  private volatile LogFile filling;

  private long filledBytes;

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
      wakeIfIdle();
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
    wakeIfIdle();
  }

  /** Takes the files of segments that are no part of the log any more. */
  void drop(List<SegmentHeader> dropped) throws IOException {
    synchronized (this) {
      for (SegmentHeader segment : dropped) {
        boolean isSpare = hasRoom() && isWhole(files, settings, segment.sequence());
        (isSpare ? spares : doomed).add(segment.sequence());
      }
      if (hasWorker) {
        wakeIfIdle();
        return;
      }
    }
    deleteDoomed();
  }

  // -- for the worker that does what can wait

  /**
   * From now on somebody else does what can wait.
   *
   * @param wake has {@link #step} called soon. Not called again before {@link #goesOn} has said
   *     that there is nothing more to do
   */
  synchronized void start(Runnable wake) {
    hasWorker = true;
    this.wake = wake;
    wakeIfIdle();
  }

  /** The worker ends soon; what it does not do is done without it. */
  synchronized void stop() {
    hasWorker = false;
  }

  private void wakeIfIdle() {
    if (hasWorker && !underWay && hasWork()) {
      underWay = true;
      wake.run();
    }
  }

  private boolean hasWork() {
    boolean canName = next == Next.ABSENT && (wanted || !spares.isEmpty());
    return canName || next == Next.NAMED || !doomed.isEmpty() || isFilling();
  }

  /** Whether another step follows this one. */
  synchronized boolean goesOn() {
    underWay = hasWorker && hasWork();
    return underWay;
  }

  /** Whether a file is filled in part. */
  boolean isFilling() {
    return filling != null;
  }

  /** The worker has ended. */
  void leaveUnfinished() throws IOException {
    if (filling != null) {
      filling.close();
      filling = null;
    }
  }

  /**
   * Deletes what is not needed, and has the next file ready; one that has to be filled is filled by
   * some more.
   *
   * @return false if there was no room to make one
   */
  boolean step() throws IOException {
    deleteDoomed();
    boolean hasRoomOnDisk = !(isFilling() || mustFill()) || fill();
    long named;
    synchronized (this) {
      if (isFilling() || (next == Next.ABSENT && !nameNext())) {
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
  private boolean fill() throws IOException {
    try {
      if (fillMore()) {
        nameFilled();
      }
      return true;
    } catch (DiskFullException e) {
      giveUp();
      return false;
    }
  }

  /** Whether all is written and synced; not if the worker has to end. */
  private boolean fillMore() throws IOException {
    if (filling == null) {
      filling = files.create(UNFINISHED);
      filledBytes = 0;
    }
    long to = Math.min(filledBytes + CHUNK_BYTES, settings.segmentBytes());
    Zeros.write(filling, filledBytes, to);
    filling.sync();
    filledBytes = to;
    if (to < settings.segmentBytes() || isStopped()) {
      return false;
    }
    leaveUnfinished();
    return true;
  }

  private synchronized boolean isStopped() {
    return !hasWorker;
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
    leaveUnfinished();
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

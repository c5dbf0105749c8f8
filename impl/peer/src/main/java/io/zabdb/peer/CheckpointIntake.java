package io.zabdb.peer;

import io.zabdb.peer.checkpoint.CheckpointWriter;
import io.zabdb.peer.codec.BadFrameException;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the files of one checkpoint that comes over a connection. By the event loop of the group;
 * the disk is written by other threads, one task at a time.
 */
public final class CheckpointIntake {

  /** What a connection wants to hear. */
  public interface Owner {

    /** Less waits than before, or the disk is still busy with it. */
    void working();

    /** After {@code finish}: the files are on disk. */
    void finished(Path directory);

    /** Either an {@link IOException} or a {@link BadFrameException}; nothing more is told. */
    void failed(Exception cause);
  }

  /** Does something again and again, by the event loop. */
  public interface Repeater {

    /**
     * Begins.
     *
     * @return ends it
     */
    Runnable every(long millis, Runnable action);
  }

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointIntake.class);

  /** When so much waits for the disk, no more should be read. */
  private static final long FULL_BYTES = 4 << 20;

  /** A disk that is busy with one task for longer than this counts as hung. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long TELL_MILLIS = 100;

  private final CheckpointWriter writer;
  private final Executor disk;
  private final Executor loop;
  private final Owner owner;
  private List<PeerFrame> waiting = new ArrayList<>();
  private long waitingBytes;
  private boolean busy;
  private long busySince;
  private boolean complete;

  /** Nothing more is told. */
  private boolean ended;

  /** Ends the telling. */
  private final Runnable teller;

  /**
   * @param disk runs what blocks
   */
  public CheckpointIntake(
      CheckpointWriter writer, Executor disk, Executor loop, Repeater repeater, Owner owner) {
    this.writer = writer;
    this.disk = disk;
    this.loop = loop;
    this.owner = owner;
    this.teller = repeater.every(TELL_MILLIS, this::tell);
  }

  /** A file begins, or a chunk has come. */
  public void add(PeerFrame frame) {
    waiting.add(frame);
    waitingBytes += frame.getSerializedSize();
    work();
  }

  /** Whether no more should be read for now. */
  public boolean isFull() {
    return waitingBytes > FULL_BYTES;
  }

  /** Everything has come. */
  public void finish() {
    complete = true;
    work();
  }

  /** Removes what has come; nothing more is told. */
  public void abort() {
    if (!ended) {
      ended = true;
      teller.run();
      waiting.clear();
      if (!busy) {
        disk.execute(this::remove);
      }
    }
  }

  /** Removes what {@code finished} gave, if nobody took it. */
  public void discard() {
    disk.execute(this::remove);
  }

  private void tell() {
    if (busy && System.nanoTime() - busySince < PATIENCE_NANOS) {
      owner.working();
    }
  }

  private void work() {
    if (busy || ended) {
      return;
    }
    if (!waiting.isEmpty()) {
      List<PeerFrame> frames = waiting;
      waiting = new ArrayList<>();
      start(() -> write(frames));
    } else if (complete) {
      start(this::sync);
    }
  }

  private void start(Runnable task) {
    busy = true;
    busySince = System.nanoTime();
    disk.execute(task);
  }

  /** By a thread of the disk. */
  private void write(List<PeerFrame> frames) {
    long bytes = 0;
    try {
      for (PeerFrame frame : frames) {
        writer.add(frame);
        bytes += frame.getSerializedSize();
      }
    } catch (IOException | BadFrameException e) {
      onLoop(() -> failed(e));
      return;
    }
    long written = bytes;
    onLoop(() -> written(written));
  }

  /** By a thread of the disk. */
  private void sync() {
    try {
      Path directory = writer.finish();
      onLoop(() -> synced(directory));
    } catch (IOException | BadFrameException e) {
      onLoop(() -> failed(e));
    }
  }

  /** By a thread of the disk. */
  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and nobody wants the checkpoint any more.
      remove();
    }
  }

  /** By a thread of the disk. */
  private void remove() {
    try {
      writer.abort();
    } catch (IOException e) {
      LOG.warn("removing a part of a checkpoint", e);
    }
  }

  private void written(long bytes) {
    busy = false;
    waitingBytes -= bytes;
    if (ended) {
      disk.execute(this::remove);
    } else {
      owner.working();
      work();
    }
  }

  private void synced(Path directory) {
    busy = false;
    if (ended) {
      disk.execute(this::remove);
    } else {
      ended = true;
      teller.run();
      owner.finished(directory);
    }
  }

  private void failed(Exception cause) {
    busy = false;
    boolean news = !ended;
    ended = true;
    teller.run();
    waiting.clear();
    disk.execute(this::remove);
    if (news) {
      owner.failed(cause);
    }
  }
}

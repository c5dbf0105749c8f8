package io.zabdb.peer;

import io.zabdb.peer.checkpoint.CheckpointReader;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a checkpoint one frame ahead of what is sent. By the event loop of the group; the disk is
 * read by other threads.
 */
public final class CheckpointPump implements FrameSource {

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointPump.class);

  private final CheckpointReader reader;
  private final Executor disk;
  private final Executor loop;
  private final Runnable ready;
  private final Consumer<IOException> failed;
  private PeerFrame next;
  private boolean reading;
  private boolean done;
  private boolean closed;

  /**
   * @param disk runs what blocks
   * @param ready called when there is a frame, or the end, after {@code take} gave none
   * @param failed called when there will be no more, because the files cannot be read
   */
  public CheckpointPump(
      CheckpointReader.FileList files,
      Executor disk,
      Executor loop,
      Runnable ready,
      Consumer<IOException> failed) {
    this.reader = new CheckpointReader(files);
    this.disk = disk;
    this.loop = loop;
    this.ready = ready;
    this.failed = failed;
  }

  @Override
  public PeerFrame take() {
    PeerFrame frame = next;
    next = null;
    if (!reading && !done && !closed) {
      reading = true;
      disk.execute(this::read);
    }
    return frame;
  }

  @Override
  public boolean isDone() {
    return done && next == null;
  }

  private void read() {
    PeerFrame frame;
    try {
      frame = reader.next();
    } catch (IOException e) {
      onLoop(() -> fail(e));
      return;
    }
    onLoop(() -> got(frame));
  }

  /** By a thread of the disk. */
  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and the connection with it.
      closeReader();
    }
  }

  private void got(PeerFrame frame) {
    reading = false;
    next = frame;
    done = frame == null;
    if (closed) {
      disk.execute(this::closeReader);
    } else {
      ready.run();
    }
  }

  private void fail(IOException cause) {
    reading = false;
    disk.execute(this::closeReader);
    if (!closed) {
      closed = true;
      failed.accept(cause);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (!reading) {
        disk.execute(this::closeReader);
      }
    }
  }

  private void closeReader() {
    try {
      reader.close();
    } catch (IOException e) {
      LOG.warn("closing a file of a checkpoint", e);
    }
  }
}

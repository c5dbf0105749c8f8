package io.zabdb.peer;

import io.netty.channel.Channel;
import io.zabdb.core.message.Message;
import io.zabdb.peer.checkpoint.CheckpointWriter;
import io.zabdb.peer.codec.BadFrameException;
import io.zabdb.peer.codec.DifferenceDecoder;
import io.zabdb.peer.codec.MessageCodec;
import io.zabdb.peer.wire.Difference;
import io.zabdb.peer.wire.PeerFrame;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Makes messages of the frames of a connection. Once the message that a checkpoint belongs to is
 * there, everything waits until the files are on disk. By the event loop of the group.
 */
final class StreamInbox {

  /** Hears what comes out. */
  interface Reader {

    /**
     * A message has come.
     *
     * @param lamport 0: none
     */
    void message(Message message, long lamport);

    /** A part of a checkpoint has come, or the other side is busy with one. */
    void progressed();

    /** This side is busy with a checkpoint that has come. */
    void working();

    /** The files of a checkpoint make no sense, or cannot be written. */
    void failed(Exception cause);
  }

  private final GroupPort port;
  private final Channel channel;
  private final Reader reader;
  private final DifferenceDecoder ahead;

  /** Null: no checkpoint is coming. */
  private CheckpointIntake intake;

  /** While not empty, its first is the message that waits for the files of its checkpoint. */
  private final Queue<PeerFrame> held = new ArrayDeque<>();

  /** Of the checkpoint whose message is being read; null if there is none. */
  private Path directory;

  private boolean closed;

  StreamInbox(GroupPort port, Channel channel, Reader reader) {
    this.port = port;
    this.channel = channel;
    this.reader = reader;
    this.ahead =
        new DifferenceDecoder(
            port.transport().settings().differenceBytes(),
            (length, zxid, roster) -> new CheckpointFiles(length, zxid, roster, takeDirectory()));
  }

  private Path takeDirectory() {
    Path taken = directory;
    directory = null;
    return taken;
  }

  void add(PeerFrame frame) throws BadFrameException {
    if (!held.isEmpty()) {
      held.add(frame);
      return;
    }
    switch (frame.getBodyCase()) {
      case ALIVE -> reader.progressed();
      case ENTRIES -> {
        ahead.add(frame.getEntries());
        reader.progressed();
      }
      case CHECKPOINT_FILE, CHECKPOINT_CHUNK -> {
        intake().add(frame);
        reader.progressed();
        throttle();
      }
      default -> {
        if (hasCheckpoint(frame)) {
          held.add(frame);
          intake().finish();
          throttle();
        } else {
          deliver(frame);
        }
      }
    }
  }

  private static boolean hasCheckpoint(PeerFrame frame) {
    return switch (frame.getBodyCase()) {
      case SYNC -> frame.getSync().getDifference().getMode() == Difference.Mode.SNAP;
      case PART -> frame.getPart().getDifference().getMode() == Difference.Mode.SNAP;
      case PULLED -> frame.getPulled().getDifference().getMode() == Difference.Mode.SNAP;
      default -> false;
    };
  }

  private void deliver(PeerFrame frame) throws BadFrameException {
    if (intake != null) {
      throw new BadFrameException("files of a checkpoint before a " + frame.getBodyCase());
    }
    Message message = MessageCodec.decode(frame, ahead);
    if (message == null) {
      throw new BadFrameException(
          "a frame of " + frame.getBodyCase() + " came over a connection for messages");
    }
    reader.message(message, frame.getLamport());
  }

  private CheckpointIntake intake() {
    if (intake == null) {
      PeerSettings settings = port.transport().settings();
      intake =
          new CheckpointIntake(
              new CheckpointWriter(
                  port.group().incoming(), settings.checkpointFiles(), settings.checkpointBytes()),
              port.transport().disk(),
              port.loop(),
              this::every,
              new Disk());
    }
    return intake;
  }

  private Runnable every(long millis, Runnable action) {
    var repeated = port.loop().scheduleAtFixedRate(action, millis, millis, TimeUnit.MILLISECONDS);
    return () -> repeated.cancel(false);
  }

  /** Nothing is read that cannot be taken. */
  void throttle() {
    if (!closed) {
      boolean full = intake != null && intake.isFull();
      channel.config().setAutoRead(port.isReading() && !full && held.isEmpty());
    }
  }

  /** Reads the message with a checkpoint, and what came behind it. */
  private void release(CheckpointIntake from, Path files) throws BadFrameException {
    directory = files;
    try {
      deliver(held.remove());
    } finally {
      if (directory != null) {
        directory = null;
        from.discard();
      }
    }
    List<PeerFrame> behind = List.copyOf(held);
    held.clear();
    for (PeerFrame frame : behind) {
      if (!closed) {
        add(frame);
      }
    }
  }

  void close() {
    closed = true;
    held.clear();
    if (intake != null) {
      intake.abort();
    }
  }

  private final class Disk implements CheckpointIntake.Owner {

    @Override
    public void working() {
      throttle();
      reader.working();
    }

    @Override
    public void finished(Path files) {
      CheckpointIntake from = intake;
      intake = null;
      try {
        release(from, files);
      } catch (BadFrameException e) {
        reader.failed(e);
      }
      throttle();
    }

    @Override
    public void failed(Exception cause) {
      intake = null;
      reader.failed(cause);
    }
  }
}

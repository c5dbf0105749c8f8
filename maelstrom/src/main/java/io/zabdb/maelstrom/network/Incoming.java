package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.EventLoop;
import io.zabdb.peer.CheckpointFiles;
import io.zabdb.peer.CheckpointIntake;
import io.zabdb.peer.PeerSettings;
import io.zabdb.peer.checkpoint.CheckpointWriter;
import io.zabdb.peer.codec.DifferenceEncoder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The messages that come over a connection. One with a checkpoint, and all behind it, waits until
 * the files of that are on disk. Of the event loop.
 */
final class Incoming {

  /** Hears what comes out. */
  interface Reader {

    void message(Message message);

    /** This side is busy with a checkpoint that has come. */
    void working();

    /** A checkpoint makes no sense, or cannot be written; nothing more comes out. */
    void failed(Exception cause);
  }

  private final PeerDisk disk;
  private final EventLoop loop;
  private final Reader reader;

  /** Null: no checkpoint is coming. */
  private CheckpointIntake intake;

  /** While not empty, its first is the message that waits for the files of its checkpoint. */
  private final ArrayDeque<Message> held = new ArrayDeque<>();

  private boolean closed;

  Incoming(PeerDisk disk, EventLoop loop, Reader reader) {
    this.disk = disk;
    this.loop = loop;
    this.reader = reader;
  }

  /** A part of a checkpoint has come. */
  void addPart(JsonNode body) {
    if (!held.isEmpty()) {
      throw Body.malformed("files of a checkpoint while those of another are written");
    }
    intake().add(CheckpointFrames.decode(body));
  }

  void add(Message message) {
    if (!held.isEmpty()) {
      held.add(message);
    } else if (checkpointOf(message) == null) {
      reader.message(message);
    } else {
      held.add(message);
      intake().finish();
    }
  }

  /** Nothing should be taken for now. */
  boolean isFull() {
    return intake != null && intake.isFull();
  }

  private CheckpointIntake intake() {
    if (intake == null) {
      intake =
          new CheckpointIntake(
              new CheckpointWriter(
                  disk.incoming(),
                  PeerSettings.DEFAULT.checkpointFiles(),
                  PeerSettings.DEFAULT.checkpointBytes()),
              disk.means().disk(),
              loop,
              this::every,
              new Files());
    }
    return intake;
  }

  private Runnable every(long millis, Runnable action) {
    boolean[] over = new boolean[1];
    again(millis, action, over);
    return () -> over[0] = true;
  }

  private void again(long millis, Runnable action, boolean[] over) {
    loop.after(
        millis,
        () -> {
          if (!over[0]) {
            action.run();
            again(millis, action, over);
          }
        });
  }

  /** Nothing more comes out. */
  void close() {
    closed = true;
    held.clear();
    if (intake != null) {
      intake.abort();
    }
  }

  private static Checkpoint checkpointOf(Message message) {
    Difference difference = DifferenceEncoder.difference(message);
    return difference == null ? null : difference.checkpoint();
  }

  private static Message with(Message message, Path files) {
    return message instanceof Message.Sync sync
        ? new Message.Sync(sync.epoch(), with(sync.difference(), files))
        : new Message.Pulled(
            ((Message.Pulled) message).epoch(),
            with(((Message.Pulled) message).difference(), files));
  }

  private static Difference with(Difference difference, Path files) {
    Checkpoint told = difference.checkpoint();
    return new Difference(
        difference.mode(),
        difference.from(),
        new CheckpointFiles(told.length(), told.zxid(), told.roster(), files),
        difference.entries());
  }

  private final class Files implements CheckpointIntake.Owner {

    @Override
    public void working() {
      reader.working();
    }

    @Override
    public void finished(Path files) {
      intake = null;
      reader.message(with(held.remove(), files));
      List<Message> behind = List.copyOf(held);
      held.clear();
      for (Message next : behind) {
        if (!closed) {
          add(next);
        }
      }
    }

    @Override
    public void failed(Exception cause) {
      intake = null;
      reader.failed(cause);
    }
  }
}

package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.peer.CheckpointFiles;
import io.zabdb.peer.CheckpointPump;
import io.zabdb.peer.codec.DifferenceEncoder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a connection on their way out, in order. Those whose entries are not in memory
 * wait until these have been read from the log, and all others behind them. The checkpoint of a
 * message goes ahead of it, as fast as the other side takes it. Of the event loop.
 */
final class Outgoing {

  /** The connection. */
  interface Line {

    void send(ObjectNode body);

    /** Whether the other side has received so much that there may be more of a checkpoint. */
    boolean hasRoom();

    /** A part of a checkpoint was sent. */
    void progressed();

    /** What is to be sent cannot be read any more. */
    void failed(Exception cause);

    /** Tells people what became of a checkpoint. */
    void toldOfCheckpoint(String what);
  }

  private final EntryLog log;
  private final PeerDisk disk;
  private final Line line;
  private final ArrayDeque<Message> waiting = new ArrayDeque<>();
  private final List<Entry> read = new ArrayList<>();
  private EntryFeed feed;

  /** Of the checkpoint of the first message; null: there is none, or it has been sent. */
  private CheckpointFrames checkpoint;

  /**
   * @param log of the replica
   */
  Outgoing(EntryLog log, PeerDisk disk, Line line) {
    this.log = log;
    this.disk = disk;
    this.line = line;
  }

  void send(Message message) {
    waiting.add(message);
    if (waiting.size() == 1) {
      begin();
    }
  }

  /** Sends what can be sent. To be called when the other side has received something. */
  void proceed() {
    if (checkpoint != null) {
      sendCheckpoint();
    }
  }

  /** The first of those that wait has its turn. */
  private void begin() {
    CheckpointFiles files = checkpointOf(waiting.peek());
    if (files == null) {
      sendWhole();
      return;
    }
    checkpoint =
        new CheckpointFrames(
            new CheckpointPump(
                () -> disk.checkpoints().filesOf(files),
                disk.means().disk(),
                disk.means().loop(),
                this::sendCheckpoint,
                line::failed));
    sendCheckpoint();
  }

  private void sendCheckpoint() {
    while (line.hasRoom() && !checkpoint.isDone()) {
      ObjectNode body = checkpoint.take();
      if (body == null && !checkpoint.isDone()) {
        return;
      }
      if (body != null) {
        line.send(body);
        line.progressed();
      }
    }
    if (checkpoint.isDone()) {
      checkpoint = null;
      line.toldOfCheckpoint("sent");
      sendWhole();
    }
  }

  /** The index of the oldest entry that is still to be read; {@link Long#MAX_VALUE}: none is. */
  long oldestNeeded() {
    return feed == null ? Long.MAX_VALUE : feed.oldestNeeded();
  }

  /** Nothing more is sent. */
  void close() {
    waiting.clear();
    if (feed != null) {
      feed.close();
    }
    if (checkpoint != null) {
      checkpoint.close();
      checkpoint = null;
      line.toldOfCheckpoint("broken off");
    }
  }

  /** Sends the first message, whose checkpoint has been sent, and begins those behind it. */
  private void sendWhole() {
    Message next = waiting.peek();
    List<Entry> entries = entriesOf(next);
    if (entries.stream().allMatch(Entry::isInMemory)) {
      line.send(CoreJson.encode((Record) next));
    } else if (readAll(entries)) {
      line.send(CoreJson.encode((Record) with(next, List.copyOf(read))));
      feed = null;
      read.clear();
    } else {
      return;
    }
    waiting.poll();
    if (!waiting.isEmpty()) {
      begin();
    }
  }

  /** Whether all have been read; if not, this goes on when more have. */
  private boolean readAll(List<Entry> entries) {
    if (feed == null) {
      long first = log.indexOf(entries.get(0).zxid());
      long last = first + entries.size() - 1;
      feed = new EntryFeed(log, first, last, disk.means(), this::sendWhole, line::failed);
    }
    for (Entry entry = feed.take(); entry != null; entry = feed.take()) {
      read.add(entry);
    }
    return feed.isDone();
  }

  private static CheckpointFiles checkpointOf(Message message) {
    Difference difference = DifferenceEncoder.difference(message);
    return difference == null ? null : (CheckpointFiles) difference.checkpoint();
  }

  private static List<Entry> entriesOf(Message message) {
    Difference difference = DifferenceEncoder.difference(message);
    return difference == null ? List.of() : difference.entries();
  }

  private static Message with(Message message, List<Entry> entries) {
    return message instanceof Message.Sync sync
        ? new Message.Sync(sync.epoch(), with(sync.difference(), entries))
        : new Message.Pulled(
            ((Message.Pulled) message).epoch(),
            with(((Message.Pulled) message).difference(), entries));
  }

  private static Difference with(Difference difference, List<Entry> entries) {
    return new Difference(difference.mode(), difference.from(), difference.checkpoint(), entries);
  }
}

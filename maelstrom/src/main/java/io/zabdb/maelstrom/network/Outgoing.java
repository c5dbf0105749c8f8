package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.EntryLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The messages of a connection on their way out, in order. Those whose entries are not in memory
 * wait until these have been read from the log, and all others behind them. Of the event loop.
 */
final class Outgoing {

  private final EntryLog log;
  private final EntryFeed.Means means;
  private final Consumer<ObjectNode> sender;
  private final Runnable failed;
  private final ArrayDeque<Message> waiting = new ArrayDeque<>();
  private final List<Entry> read = new ArrayList<>();
  private EntryFeed feed;

  /**
   * @param log of the replica
   * @param sender takes the bodies
   * @param failed is told if the log does not have the entries any more
   */
  Outgoing(EntryLog log, EntryFeed.Means means, Consumer<ObjectNode> sender, Runnable failed) {
    this.log = log;
    this.means = means;
    this.sender = sender;
    this.failed = failed;
  }

  void send(Message message) {
    waiting.add(message);
    if (feed == null) {
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
  }

  private void sendWhole() {
    while (!waiting.isEmpty()) {
      Message next = waiting.peek();
      List<Entry> entries = entriesOf(next);
      if (entries.stream().allMatch(Entry::isInMemory)) {
        sender.accept(CoreJson.encode((Record) waiting.poll()));
      } else if (!readAll(entries)) {
        return;
      } else {
        sender.accept(CoreJson.encode((Record) with(waiting.poll(), List.copyOf(read))));
        feed = null;
        read.clear();
      }
    }
  }

  /** Whether all have been read; if not, this goes on when more have. */
  private boolean readAll(List<Entry> entries) {
    if (feed == null) {
      long first = log.indexOf(entries.get(0).zxid());
      long last = first + entries.size() - 1;
      feed = new EntryFeed(log, first, last, means, this::sendWhole, cause -> failed.run());
    }
    for (Entry entry = feed.take(); entry != null; entry = feed.take()) {
      read.add(entry);
    }
    return feed.isDone();
  }

  private static List<Entry> entriesOf(Message message) {
    if (message instanceof Message.Sync sync) {
      return sync.difference().entries();
    }
    return message instanceof Message.Pulled pulled ? pulled.difference().entries() : List.of();
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

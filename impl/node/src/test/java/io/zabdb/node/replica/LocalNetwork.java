package io.zabdb.node.replica;

import io.netty.channel.EventLoop;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.peer.CheckpointFiles;
import io.zabdb.peer.CheckpointSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A network within this process; links between members can be cut. Checkpoints are copied.
 * Thread-safe.
 */
final class LocalNetwork {

  private record End(PeerListener listener, CheckpointSource checkpoints, EventLoop loop) {}

  private final Path incoming;
  private final AtomicLong copies = new AtomicLong();
  private final AtomicLong datagrams = new AtomicLong();
  private final Map<Integer, End> members = new HashMap<>();
  private final Set<Connection> open = new HashSet<>();
  private final Set<Integer> isolated = new HashSet<>();

  LocalNetwork(Path incoming) {
    this.incoming = incoming;
  }

  /** How many checkpoints were sent. */
  long checkpointsSent() {
    return copies.get();
  }

  /** How many datagrams were sent. */
  long datagrams() {
    return datagrams.get();
  }

  synchronized PeerPort attach(
      int member, EventLoop loop, CheckpointSource checkpoints, PeerListener listener) {
    members.put(member, new End(listener, checkpoints, loop));
    return new Port(member);
  }

  /** Nobody reaches this member any more, nor does it reach anybody. */
  void isolate(int member) {
    List<Connection> cut;
    synchronized (this) {
      isolated.add(member);
      cut = of(member);
    }
    cut.forEach(this::cut);
  }

  /** This member is reached again, and reaches others. */
  synchronized void rejoin(int member) {
    isolated.remove(member);
  }

  synchronized void heal() {
    isolated.clear();
  }

  private synchronized List<Connection> of(int member) {
    return open.stream().filter(c -> c.initiator() == member || c.acceptor() == member).toList();
  }

  private void cut(Connection connection) {
    synchronized (this) {
      open.remove(connection);
    }
    tell(connection.initiator(), listener -> listener.closed(connection));
    tell(connection.acceptor(), listener -> listener.closed(connection));
  }

  private synchronized boolean reaches(int from, int to) {
    return !isolated.contains(from) && !isolated.contains(to) && members.containsKey(to);
  }

  private interface News {
    void tell(PeerListener listener);
  }

  private void tell(int member, News news) {
    End end;
    synchronized (this) {
      end = members.get(member);
    }
    if (end != null) {
      end.loop().execute(() -> news.tell(end.listener()));
    }
  }

  private Message copied(Message message, End from) {
    if (message instanceof Message.Sync sync) {
      return new Message.Sync(sync.epoch(), copied(sync.difference(), from));
    }
    return message instanceof Message.Pulled pulled
        ? new Message.Pulled(pulled.epoch(), copied(pulled.difference(), from))
        : message;
  }

  private Difference copied(Difference difference, End from) {
    Checkpoint checkpoint = difference.checkpoint();
    return new Difference(
        difference.mode(),
        difference.from(),
        checkpoint == null ? null : copied((CheckpointFiles) checkpoint, from.checkpoints()),
        whole(difference, from.listener().log()));
  }

  private static List<Entry> whole(Difference difference, EntryLog log) {
    List<Entry> whole = new ArrayList<>();
    long from = log.indexOf(difference.from());
    try {
      for (Entry entry : difference.entries()) {
        long index = from + whole.size() + 1;
        whole.add(entry.isInMemory() ? entry : log.read(index, index, 1).get(0));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return whole;
  }

  private Checkpoint copied(CheckpointFiles checkpoint, CheckpointSource from) {
    Path copy = incoming.resolve("copy-" + copies.incrementAndGet());
    try {
      Files.createDirectories(copy);
      for (Path file : from.filesOf(checkpoint)) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CheckpointFiles(checkpoint.length(), checkpoint.zxid(), checkpoint.roster(), copy);
  }

  private synchronized End endOf(int member) {
    return members.get(member);
  }

  private final class Port implements PeerPort {

    private final int self;

    Port(int self) {
      this.self = self;
    }

    @Override
    public void connect(Connection connection) {
      if (reaches(self, connection.acceptor())) {
        synchronized (LocalNetwork.this) {
          open.add(connection);
        }
        tell(connection.acceptor(), listener -> listener.requested(connection));
      } else {
        tell(self, listener -> listener.closed(connection));
      }
    }

    @Override
    public void accept(Connection connection) {
      tell(connection.initiator(), listener -> listener.accepted(connection));
    }

    /** Messages are as good as told when they are sent. */
    @Override
    public void setReading(boolean reading) {}

    @Override
    public void close(Connection connection) {
      boolean was;
      synchronized (LocalNetwork.this) {
        was = open.remove(connection);
      }
      if (was) {
        int other = connection.initiator() == self ? connection.acceptor() : connection.initiator();
        tell(other, listener -> listener.closed(connection));
      }
    }

    @Override
    public void send(Connection connection, Message message) {
      boolean is;
      synchronized (LocalNetwork.this) {
        is = open.contains(connection);
      }
      if (is) {
        Message copy = copied(message, endOf(self));
        int other = connection.initiator() == self ? connection.acceptor() : connection.initiator();
        tell(other, listener -> listener.received(connection, copy));
      }
    }

    @Override
    public void votersChanged(long voters) {}

    @Override
    public void notify(int member, Datagram datagram) {
      datagrams.incrementAndGet();
      if (reaches(self, member)) {
        tell(member, listener -> listener.notified(self, datagram));
      }
    }

    /** There are no links that would have to be asked. */
    @Override
    public void setResting(boolean resting) {}

    @Override
    public long oldestNeeded() {
      return Long.MAX_VALUE;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      List<Connection> mine;
      synchronized (LocalNetwork.this) {
        members.remove(self);
        mine = new ArrayList<>(of(self));
      }
      mine.forEach(this::close);
    }
  }
}

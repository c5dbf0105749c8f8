package io.zabdb.simulator.peer;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.HeardMembers;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Divided;
import io.zabdb.testkit.sim.network.Network;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * The network as the replica of a simulated process sees it. What is sent leaves with the next
 * flush, and what was not flushed is lost with the process. Differences are read from the log when
 * they are sent, and some go in parts. Not thread-safe.
 */
final class SimulatedPort implements PeerPort {

  private static final long READ_BYTES = 1 << 20;

  private final int self;
  private final MembersOfNodes members;
  private final Network network;
  private final Datagrams datagrams;
  private final Loop loop;
  private final PeerListener listener;
  private final HeardMembers heard;
  private final Counts counts;
  private final List<Runnable> unflushed = new ArrayList<>();
  private final ArrayDeque<Input> unread = new ArrayDeque<>();
  private boolean reading = true;
  private boolean closed;

  /**
   * @param self the node
   */
  SimulatedPort(
      int self,
      MembersOfNodes members,
      Network network,
      Datagrams datagrams,
      Loop loop,
      PeerListener listener,
      Counts counts) {
    this.self = self;
    this.members = members;
    this.network = network;
    this.datagrams = datagrams;
    this.loop = loop;
    this.listener = listener;
    this.counts = counts;
    heard = new HeardMembers(listener::nodesHeard, members::nodeOf);
  }

  // -- what comes

  /** Something has arrived. */
  void take(Input input) {
    loop.execute(() -> read(input));
  }

  void heard(SortedMap<Integer, Long> starts) {
    loop.execute(
        () -> {
          if (!closed) {
            heard.look(starts);
          }
        });
  }

  private void read(Input input) {
    if (closed) {
      return;
    }
    boolean isOfStream = input instanceof Input.Received || input instanceof Input.ConnectionClosed;
    if (isOfStream && !(reading && unread.isEmpty())) {
      unread.add(input);
    } else {
      tell(input);
    }
  }

  private void tell(Input input) {
    if (input instanceof Input.Received received) {
      listener.received(members.ofMembers(received.connection()), received.message());
    } else if (input instanceof Input.Notified notified) {
      listener.notified(members.memberOf(notified.from()), notified.datagram());
    } else if (input instanceof Input.ConnectionRequested requested) {
      listener.requested(members.ofMembers(requested.connection()));
    } else if (input instanceof Input.ConnectionAccepted accepted) {
      listener.accepted(members.ofMembers(accepted.connection()));
    } else if (input instanceof Input.ConnectionClosed gone) {
      listener.closed(members.ofMembers(gone.connection()));
    } else {
      throw new IllegalStateException("no network brings " + input);
    }
  }

  @Override
  public void setReading(boolean is) {
    reading = is;
    if (reading) {
      loop.execute(this::readOn);
    }
  }

  private void readOn() {
    while (reading && !closed && !unread.isEmpty()) {
      tell(unread.poll());
    }
  }

  // -- what goes

  @Override
  public void connect(Connection connection) {
    unflushed.add(() -> network.connect(members.ofNodes(connection)));
  }

  @Override
  public void accept(Connection connection) {
    unflushed.add(() -> network.accept(self, members.ofNodes(connection)));
  }

  @Override
  public void close(Connection connection) {
    Connection closed = members.ofNodes(connection);
    unread.removeIf(input -> isOf(input, closed));
    unflushed.add(() -> network.close(self, closed));
  }

  private static boolean isOf(Input input, Connection connection) {
    return input instanceof Input.Received received
        ? received.connection().equals(connection)
        : ((Input.ConnectionClosed) input).connection().equals(connection);
  }

  @Override
  public void send(Connection connection, Message message) {
    if (message instanceof Message.Wake) {
      counts.add("rest: a follower wakes its leader");
    }
    unflushed.add(() -> sendNow(members.ofNodes(connection), message));
  }

  private void sendNow(Connection connection, Message message) {
    try {
      for (Message part : Divided.of(message, this::whole)) {
        network.send(self, connection, part);
      }
    } catch (IOException e) {
      // The log was purged meanwhile, or cannot be read.
      network.close(self, connection);
      loop.execute(() -> read(new Input.ConnectionClosed(connection)));
    }
  }

  /** A simulated network has no links that would have to be opened. */
  @Override
  public void votersChanged(long voters) {}

  @Override
  public void notify(int member, Datagram datagram) {
    unflushed.add(() -> datagrams.send(self, members.nodeOf(member), datagram));
  }

  /** There are no links that would have to be asked. */
  @Override
  public void setResting(boolean resting) {}

  /** Nothing waits here for what it needs of the log. */
  @Override
  public long oldestNeeded() {
    return Long.MAX_VALUE;
  }

  @Override
  public void flush() {
    List<Runnable> all = List.copyOf(unflushed);
    unflushed.clear();
    all.forEach(Runnable::run);
  }

  @Override
  public void close() {
    flush();
    closed = true;
    network.processEnded(self);
  }

  private List<Entry> whole(List<Entry> entries) throws IOException {
    EntryLog log = listener.log();
    List<Entry> whole = new ArrayList<>(entries);
    for (int i = 0; i < whole.size(); i++) {
      if (!whole.get(i).isInMemory()) {
        long index = log.indexOf(whole.get(i).zxid());
        Entry inMemory = log.inMemory(index);
        whole.set(i, inMemory != null ? inMemory : log.read(index, index, READ_BYTES).get(0));
      }
    }
    return whole;
  }
}

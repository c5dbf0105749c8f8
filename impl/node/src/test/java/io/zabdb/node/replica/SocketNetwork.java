package io.zabdb.node.replica;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.net.socket.Loops;
import io.zabdb.peer.CheckpointSource;
import io.zabdb.peer.MemberAddresses;
import io.zabdb.peer.MemberClocks;
import io.zabdb.peer.PeerGroup;
import io.zabdb.peer.PeerSettings;
import io.zabdb.peer.PeerTransport;
import io.zabdb.peer.Whereabouts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Members that talk over real sockets of this machine, each with a transport of its own. */
final class SocketNetwork implements AutoCloseable {

  private static final String CLUSTER = "6f1c2a52-0000-4000-8000-000000000002";

  private final Path incoming;
  private final List<PeerTransport> transports = new ArrayList<>();
  private final List<Supplier<InetSocketAddress>> addresses = new ArrayList<>();

  /** Of their own: a member that stands still does not keep others from connecting. */
  private final EventLoopGroup loops = Loops.create("accept", 1);

  SocketNetwork(PeerSettings settings, int members, Path incoming, MemoryBudget budget)
      throws IOException {
    this.incoming = incoming;
    for (int member = 0; member < members; member++) {
      PeerTransport transport =
          new PeerTransport(loops, settings, CLUSTER, null, budget.account(Purpose.PEER_QUEUES));
      InetSocketAddress address = transport.bind("127.0.0.1", 0);
      transports.add(transport);
      addresses.add(() -> address);
    }
  }

  PeerPort attach(int member, EventLoop loop, CheckpointSource checkpoints, PeerListener listener) {
    PeerGroup group =
        new PeerGroup(
            0,
            member,
            addresses.size(),
            new Known(),
            incoming.resolve("of-" + member),
            LamportClock.OFF,
            MemberClocks.NONE,
            checkpoints);
    return transports.get(member).attach(group, loop, listener);
  }

  /** All are known. */
  private final class Known implements MemberAddresses {

    @Override
    public int node(int member) {
      return member;
    }

    @Override
    public InetSocketAddress of(int member) {
      return addresses.get(member).get();
    }

    @Override
    public Whereabouts own() {
      return Whereabouts.UNKNOWN;
    }

    @Override
    public void told(int member, Whereabouts where) {}
  }

  @Override
  public void close() {
    transports.forEach(PeerTransport::close);
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }
}

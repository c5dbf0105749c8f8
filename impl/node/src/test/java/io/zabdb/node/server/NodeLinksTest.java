package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.zabdb.node.Configs;
import io.zabdb.node.config.Address;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLinksTest {

  private static final int OTHER = 1;

  @TempDir Path directory;

  private final EventLoop loop = new DefaultEventLoop();
  private CompletableFuture<RpcConnection> next;
  private Topology topology;
  private NodeLinks links;

  @BeforeEach
  void open() {
    topology = new Topology(Configs.alone(directory));
    links = new NodeLinks(topology, address -> next, new NettyLoop(loop));
  }

  @AfterEach
  void end() {
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  /** Whoever asked would wait for ever otherwise. */
  @Test
  void whatCannotEvenBeTriedFails() {
    topology.learn(OTHER, new Address("127.0.0.1", 7));
    NodeLinks broken =
        new NodeLinks(
            topology,
            address -> {
              throw new IllegalStateException("no loops are left");
            },
            new NettyLoop(loop));
    assertEquals(
        "no loops are left",
        assertThrows(CompletionException.class, () -> broken.to(OTHER).join())
            .getCause()
            .getMessage());
    assertThrows(
        CompletionException.class, () -> broken.ask(OTHER, Request.newBuilder(), 1_000).join());
  }

  /** Event loops ask, which lead groups: a server of names that is slow must not stop them. */
  @Test
  void noNameIsLookedUpByWhoeverAsks() {
    topology.learn(OTHER, new Address("localhost", 7));
    List<InetSocketAddress> asked = new ArrayList<>();
    NodeLinks noting =
        new NodeLinks(
            topology,
            address -> {
              asked.add(address);
              return new CompletableFuture<>();
            },
            new NettyLoop(loop));
    noting.to(OTHER);
    assertEquals(List.of(InetSocketAddress.createUnresolved("localhost", 7)), asked);
  }

  /** The connection to the node; if there is none that serves, this one is made. */
  private RpcConnection connected(RpcConnection offered) {
    next = CompletableFuture.completedFuture(offered);
    return links.to(OTHER).join();
  }

  @Test
  void aConnectionIsUsedUntilItIsClosed() {
    topology.learn(OTHER, new Address("127.0.0.1", 7));
    ScriptedConnection first = ScriptedConnection.silent(OTHER);
    assertSame(first, connected(first));
    assertSame(first, connected(ScriptedConnection.silent(OTHER)));
    first.close();
    assertNotSame(first, connected(ScriptedConnection.silent(OTHER)));
  }

  @Test
  void oneThatCouldNotBeMadeIsTriedAgain() {
    topology.learn(OTHER, new Address("127.0.0.1", 7));
    next = CompletableFuture.failedFuture(new IOException("nobody is there"));
    links.to(OTHER);
    ScriptedConnection second = ScriptedConnection.silent(OTHER);
    assertSame(second, connected(second));
  }

  /** What it answered would be taken for another's word: that it has files, for instance. */
  @Test
  void whoIsNotTheNodeThatWasMeantIsNotAsked() {
    topology.learn(OTHER, new Address("127.0.0.1", 7));
    ScriptedConnection wrong = ScriptedConnection.silent(2);
    next = CompletableFuture.completedFuture(wrong);
    assertEquals(
        "at 127.0.0.1:7 is node 2, and not node 1",
        assertThrows(CompletionException.class, () -> links.to(OTHER).join())
            .getCause()
            .getMessage());
    assertFalse(wrong.isOpen());
    ScriptedConnection right = ScriptedConnection.silent(OTHER);
    assertSame(right, connected(right), "it may be there again");
  }

  /** By the configuration manager, for instance, which may have been wrong. */
  @Test
  void anAddressAtWhichIsAnotherNodeIsReplacedByWhatOthersSay() {
    topology.learn(OTHER, new Address("127.0.0.1", 7));
    next = CompletableFuture.completedFuture(ScriptedConnection.silent(2));
    assertThrows(CompletionException.class, () -> links.to(OTHER).join());
    links.told(OTHER, "127.0.0.1:70");
    assertEquals(Optional.of(new Address("127.0.0.1", 70)), topology.clientAddress(OTHER));
    links.told(OTHER, "127.0.0.1:71");
    assertEquals(Optional.of(new Address("127.0.0.1", 70)), topology.clientAddress(OTHER));
  }

  /** Numbers and addresses are whatever others send. */
  @Test
  void noMoreAddressesAreKeptThanNodesThereMayBe() {
    for (int node = 1; node < 20_000; node++) {
      links.told(node, "127.0.0.1:70");
    }
    assertEquals(Topology.MOST_NODES, topology.clientAddresses().size());
    topology.learn(OTHER, new Address("127.0.0.1", 71));
    assertEquals(Optional.of(new Address("127.0.0.1", 71)), topology.clientAddress(OTHER));
  }

  /** Whoever says where a node is may be wrong, or behind. */
  @Test
  void whatIsSaidOfANodeCountsOnlyIfNothingIsKnown() {
    links.told(OTHER, "127.0.0.1:70");
    assertEquals(Optional.of(new Address("127.0.0.1", 70)), topology.clientAddress(OTHER));
    links.told(OTHER, "127.0.0.1:71");
    assertEquals(Optional.of(new Address("127.0.0.1", 70)), topology.clientAddress(OTHER));
    links.told(2, "nowhere");
    links.told(2, "");
    links.told(-1, "127.0.0.1:72");
    assertEquals(Optional.empty(), topology.clientAddress(2));
    assertEquals(Optional.empty(), topology.clientAddress(-1));
  }
}

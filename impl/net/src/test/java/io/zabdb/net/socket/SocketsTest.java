package io.zabdb.net.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SocketsTest {

  private static IOException cannotListen(String host, int port) {
    EventLoopGroup loops = Loops.create("sockets-test", 1);
    try {
      return assertThrows(
          IOException.class,
          () ->
              Sockets.listen(
                  loops,
                  host,
                  port,
                  WriteBufferWaterMark.DEFAULT,
                  new ChannelInboundHandlerAdapter()));
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  @Test
  void anAddressInUseIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String message = cannotListen("127.0.0.1", taken.getLocalPort()).getMessage();
      String start = "cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ";
      assertTrue(message.startsWith(start), message);
      assertTrue(message.contains("in use"), message);
    }
  }

  @Test
  void anUnknownHostIsNamed() {
    assertEquals(
        "cannot listen on no-such-host.invalid:7000: unknown host",
        cannotListen("no-such-host.invalid", 7000).getMessage());
  }

  @Test
  void addressesAreTakenAsTheyAreAndNamesLookedUp() throws Exception {
    Names names = new Names();
    CompletableFuture<InetSocketAddress> four =
        names.resolve(InetSocketAddress.createUnresolved("127.0.0.1", 1));
    assertTrue(four.isDone());
    assertEquals(new InetSocketAddress("127.0.0.1", 1), four.get());
    CompletableFuture<InetSocketAddress> six =
        names.resolve(InetSocketAddress.createUnresolved("::1", 2));
    assertTrue(six.isDone());
    assertEquals(new InetSocketAddress("::1", 2), six.get());
    assertTrue(
        names
            .resolve(InetSocketAddress.createUnresolved("localhost", 3))
            .get()
            .getAddress()
            .isLoopbackAddress());
    var unknown = names.resolve(InetSocketAddress.createUnresolved("no-such-host.invalid", 1));
    Throwable cause = assertThrows(ExecutionException.class, unknown::get).getCause();
    assertEquals(UnknownHostException.class, cause.getClass());
  }

  @Test
  void thereIsAtLeastOneLoop() {
    assertEquals(
        "0 event loops, where 1 is the least",
        assertThrows(IllegalArgumentException.class, () -> Loops.create("none", 0)).getMessage());
  }
}

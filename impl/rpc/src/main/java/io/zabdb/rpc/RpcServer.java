package io.zabdb.rpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.Future;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.net.frame.FrameDecoder;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.RefusalLog;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.Refuser;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Sockets;
import io.zabdb.net.tls.RoleRule;
import io.zabdb.net.tls.Tls;
import io.zabdb.net.tls.TlsGate;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections of clients, answers their hellos, and gives their requests to a handler.
 * Thread-safe, but nothing here may be called by an event loop.
 */
public final class RpcServer implements AutoCloseable {

  private final EventLoopGroup loops;
  private final RpcSettings settings;
  private final ServerHello hello;
  private final Tls tls;
  private final RequestHandler handler;
  private final SlowClients slow;
  private final RefusalLog refusals = new RefusalLog("clients");
  private final Admission admission;
  private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
  private Channel listening;

  /**
   * @param loops not closed by this server
   * @param hello who this node is; the limit on frames is filled in here
   * @param tls null: none
   * @param budget on which connections, requests and answers draw
   */
  public RpcServer(
      EventLoopGroup loops,
      RpcSettings settings,
      ServerHello hello,
      Tls tls,
      MemoryBudget budget,
      RequestHandler handler) {
    this.loops = loops;
    this.settings = settings;
    this.admission = new Admission(budget, settings.maxConnections());
    long most = Math.min(settings.maxFrameBytes(), admission.requests(Integer.MAX_VALUE).limit());
    this.hello = hello.toBuilder().setMaxFrameBytes((int) most).build();
    this.tls = tls;
    this.handler = handler;
    this.slow = new SlowClients(loops, settings.slowClientTimeout(), admission, connections);
  }

  /**
   * Listens; once.
   *
   * @param port 0: any that is free
   * @return where
   * @throws IOException if the address is in use, for instance; the message names it
   */
  public synchronized InetSocketAddress bind(String host, int port) throws IOException {
    if (listening != null) {
      throw new IllegalStateException("this server listens already");
    }
    WriteBufferWaterMark marks =
        new WriteBufferWaterMark(settings.writeBufferBytes() / 2, settings.writeBufferBytes());
    listening = Sockets.listen(loops, host, port, marks, new Accepted());
    slow.start();
    return (InetSocketAddress) listening.localAddress();
  }

  /** How many connections were closed because a client did not read, or did not go on. */
  public long dropped() {
    return slow.dropped();
  }

  /** How many clients are connected. */
  public int connections() {
    return admission.connections();
  }

  /**
   * Takes no new connections, and closes the existing ones once what has been answered is sent.
   * Waits for that, but not long for clients that do not read. To be called before the event loops
   * end.
   */
  @Override
  public synchronized void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
      slow.stop();
    }
    List<Future<?>> closing = new ArrayList<>();
    connections.forEach(connection -> closing.add(connection.close()));
    closing.forEach(Future::awaitUninterruptibly);
  }

  RpcSettings settings() {
    return settings;
  }

  ServerHello hello() {
    return hello;
  }

  RequestHandler handler() {
    return handler;
  }

  /** What is asked of the certificates of clients. */
  RoleRule roles() {
    return tls == null ? RoleRule.ANYTHING : tls.roles();
  }

  RefusalLog refusals() {
    return refusals;
  }

  Admission admission() {
    return admission;
  }

  private final class Accepted extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel channel) {
      String full = admission.takeConnection();
      if (full != null) {
        RefusedException refusal = new RefusedException(Reason.TOO_MANY_CONNECTIONS, full);
        refusals.log(channel.remoteAddress(), refusal);
        Refuser.refuse(channel, refusal);
        // Whoever comes back finds room, unless all of them have something to say.
        close(admission.silent().takeOldest());
        return;
      }
      ServerConnection connection = new ServerConnection(RpcServer.this, channel);
      connections.add(connection);
      channel
          .closeFuture()
          .addListener(
              closed -> {
                connections.remove(connection);
                admission.silent().remove(connection);
                admission.giveConnectionBack();
              });
      if (tls != null) {
        // A handshake may wait for those of others, and be done soon if only it is let.
        channel.pipeline().addLast(new TlsGate(tls, () -> admission.silent().remove(connection)));
      }
      channel
          .pipeline()
          .addLast(
              // In front: of a long request that is on its way, each part counts.
              new IdleStateHandler(0, 0, settings.idleTimeout().toMillis(), TimeUnit.MILLISECONDS),
              new FrameDecoder(
                  FrameKind.CLIENT, settings.maxFrameBytes(), Request.parser(), connection.room()),
              connection);
      close(admission.silent().add(connection));
    }

    private static void close(@Nullable ServerConnection silent) {
      if (silent != null) {
        silent.close();
      }
    }
  }
}

package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.net.Await;
import io.zabdb.net.Logs;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.socket.PoolCheck;
import io.zabdb.rpc.wire.Cells;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients and a node over real sockets. */
@Timeout(120)
class RpcTest {

  private static final String CLUSTER = "6f1c2a52-0000-4000-8000-000000000001";

  private EventLoopGroup loops;
  private RpcClient client;

  @BeforeEach
  void start() {
    loops = Loops.create("rpc-test", 2);
    client = new RpcClient(loops, RpcSettings.DEFAULT, null);
  }

  @AfterEach
  void stop() {
    client.close();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    PoolCheck.awaitEmpty();
  }

  private RpcServer server(RpcSettings settings, RequestHandler handler) {
    return server(settings, MemoryBudget.of(100 << 20, 100 << 20, 0), handler);
  }

  private RpcServer server(RpcSettings settings, MemoryBudget budget, RequestHandler handler) {
    ServerHello hello = ServerHello.newBuilder().setCluster(CLUSTER).setNode(3).build();
    return new RpcServer(loops, settings, hello, null, budget, handler);
  }

  private static Request.Builder get(int row) {
    return Request.newBuilder()
        .setGet(Get.newBuilder().setRow(ByteString.copyFromUtf8("row" + row)));
  }

  /** Answers a get by its row. */
  private static void echo(Request request, Responder responder) {
    responder.respond(
        Response.newBuilder().setCells(Cells.newBuilder().setNext(request.getGet().getRow())));
  }

  @Test
  void manyRequestsAreUnderWayAndEachGetsItsResponse() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo)) {
      RpcConnection connection =
          client.connect(server.bind("127.0.0.1", 0), ClientHello.getDefaultInstance()).get();
      assertEquals(3, connection.server().getNode());
      assertEquals(RpcSettings.DEFAULT.maxFrameBytes(), connection.server().getMaxFrameBytes());
      for (int round = 0; round < 20; round++) {
        List<CompletableFuture<Response>> responses = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
          responses.add(connection.send(get(i)));
        }
        for (int i = 0; i < 1000; i++) {
          assertEquals("row" + i, responses.get(i).get().getCells().getNext().toStringUtf8());
        }
      }
    }
  }

  @Test
  void aClientOfAnotherClusterIsRefused() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo)) {
      var connecting =
          client.connect(
              server.bind("127.0.0.1", 0), ClientHello.newBuilder().setCluster("other").build());
      ExecutionException refused = assertThrows(ExecutionException.class, connecting::get);
      HelloRefusedException refusal =
          assertInstanceOf(HelloRefusedException.class, refused.getCause());
      assertEquals(ErrorCode.WRONG_CLUSTER, refusal.error().getCode());
      assertEquals(
          "the client wants cluster other, this node is of cluster " + CLUSTER,
          refusal.getMessage());
    }
  }

  private RpcConnection connect(RpcServer server) throws Exception {
    return client.connect(server.bind("127.0.0.1", 0), ClientHello.getDefaultInstance()).get();
  }

  private RawSocket raw(RpcServer server) throws Exception {
    return new RawSocket(server.bind("127.0.0.1", 0), FrameKind.CLIENT, Response.parser());
  }

  private static final Request HELLO =
      Request.newBuilder().setId(1).setHello(ClientHello.getDefaultInstance()).build();

  private static Response nextResponse(RawSocket socket) throws Exception {
    return assertInstanceOf(Response.class, socket.next());
  }

  // -- answers

  @Test
  void responsesComeFromAnyThreadInAnyOrder() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Runnable> waiting = new ArrayList<>();
    RequestHandler handler =
        (request, responder) -> {
          synchronized (waiting) {
            waiting.add(() -> echo(request, responder));
            if (waiting.size() == 500) {
              Collections.reverse(waiting);
              waiting.forEach(threads::execute);
              waiting.clear();
            }
          }
        };
    try (RpcServer server = server(RpcSettings.DEFAULT, handler)) {
      RpcConnection connection = connect(server);
      for (int round = 0; round < 10; round++) {
        List<CompletableFuture<Response>> responses = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
          responses.add(connection.send(get(i)));
        }
        for (int i = 0; i < 500; i++) {
          assertEquals("row" + i, responses.get(i).get().getCells().getNext().toStringUtf8());
        }
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void manyThreadsShareAConnection() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo)) {
      RpcConnection connection = connect(server);
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int first = thread * 1000;
        done.add(
            threads.submit(
                () -> {
                  for (int i = first; i < first + 1000; i++) {
                    Response response = connection.send(get(i)).get();
                    assertEquals("row" + i, response.getCells().getNext().toStringUtf8());
                  }
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void onlyTheFirstResponseCounts() throws Exception {
    RequestHandler twice =
        (request, responder) -> {
          echo(request, responder);
          responder.respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
        };
    try (RpcServer server = server(RpcSettings.DEFAULT.withMaxUnderWay(2), twice);
        RawSocket socket = raw(server)) {
      socket.send(HELLO);
      assertTrue(nextResponse(socket).hasHello());
      for (int i = 2; i < 10; i++) {
        socket.send(get(i).setId(i).build());
        Response response = nextResponse(socket);
        assertEquals(i, response.getId());
        assertTrue(response.hasCells());
      }
    }
  }

  @Test
  void aHandlerThatFailsIsAnsweredFor() throws Exception {
    RequestHandler failing =
        (request, responder) -> {
          throw new IllegalStateException("no luck");
        };
    try (Logs logs = new Logs();
        RpcServer server = server(RpcSettings.DEFAULT, failing)) {
      Response response = connect(server).send(get(1)).get();
      assertEquals(ErrorCode.INTERNAL, response.getError().getCode());
      assertTrue(response.getError().getMayHaveHappened());
      assertEquals(
          "the node failed: java.lang.IllegalStateException: no luck",
          response.getError().getMessage());
      assertEquals(1, logs.with("handling a request of GET").size());
    }
  }

  @Test
  void aBodyThatIsNotKnownIsAnsweredByAnError() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo)) {
      Response response = connect(server).send(Request.newBuilder()).get();
      assertEquals(ErrorCode.INVALID_ARGUMENT, response.getError().getCode());
      assertEquals(
          "the request's body is not known to this node", response.getError().getMessage());
    }
  }

  @Test
  void aResponseThatIsTooLongIsAnError() throws Exception {
    RequestHandler large =
        (request, responder) ->
            responder.respond(
                Response.newBuilder()
                    .setCells(Cells.newBuilder().setNext(ByteString.copyFrom(new byte[2000]))));
    RpcSettings settings = RpcSettings.DEFAULT.withMaxFrameBytes(1500);
    try (RpcServer server = server(settings, large)) {
      Response response = connect(server).send(get(1)).get();
      assertEquals(ErrorCode.TOO_LARGE, response.getError().getCode());
      assertEquals(
          "the response has 2008 bytes, where 1500 is the most", response.getError().getMessage());
    }
  }

  // -- limits

  @Test
  void aRequestThatIsTooLongIsNotEvenSent() throws Exception {
    RpcSettings settings = RpcSettings.DEFAULT.withMaxFrameBytes(1500);
    try (RpcServer server = server(settings, RpcTest::echo)) {
      RpcConnection connection = connect(server);
      Get large = Get.newBuilder().setRow(ByteString.copyFrom(new byte[2000])).build();
      Response response = connection.send(Request.newBuilder().setGet(large)).get();
      assertEquals(ErrorCode.TOO_LARGE, response.getError().getCode());
      assertEquals(
          "the request has 2008 bytes, where the node takes 1500 at most",
          response.getError().getMessage());
      assertEquals("row3", connection.send(get(3)).get().getCells().getNext().toStringUtf8());
    }
  }

  @Test
  void aFrameThatIsTooLongIsRefusedWithTheLimit() throws Exception {
    RpcSettings settings = RpcSettings.DEFAULT.withMaxFrameBytes(1500);
    try (RpcServer server = server(settings, RpcTest::echo);
        RawSocket socket = raw(server)) {
      socket.send(HELLO);
      assertTrue(nextResponse(socket).hasHello());
      Get large = Get.newBuilder().setRow(ByteString.copyFrom(new byte[2000])).build();
      socket.send(Request.newBuilder().setGet(large).build());
      RefusedException refusal = assertInstanceOf(RefusedException.class, socket.next());
      assertEquals(Reason.TOO_LONG, refusal.reason());
      assertEquals(
          "refused by the other side: a frame of 2006 bytes, where 1500 is the most",
          refusal.getMessage());
      assertNull(socket.next());
    }
  }

  @Test
  void tooManyRequestsOfAConnectionAreRefusedAtOnce() throws Exception {
    BlockingQueue<Responder> held = new LinkedBlockingQueue<>();
    RpcSettings settings = RpcSettings.DEFAULT.withMaxUnderWay(3);
    try (RpcServer server = server(settings, (request, responder) -> held.add(responder));
        RawSocket socket = raw(server)) {
      socket.send(HELLO);
      assertTrue(nextResponse(socket).hasHello());
      for (int i = 2; i <= 5; i++) {
        socket.send(get(i).setId(i).build());
      }
      Response response = nextResponse(socket);
      assertEquals(5, response.getId());
      assertEquals(ErrorCode.OVERLOADED, response.getError().getCode());
      assertFalse(response.getError().getMayHaveHappened());
      assertEquals(
          "3 requests of this connection are under way, which is the most",
          response.getError().getMessage());
      held.take().respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
      assertEquals(2, nextResponse(socket).getId());
      socket.send(get(6).setId(6).build());
      // Those of 3 and 4 are still held.
      held.take();
      held.take();
      held.take().respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
      assertEquals(6, nextResponse(socket).getId());
    }
  }

  @Test
  void tooManyBytesOfRequestsAreRefusedAtOnce() throws Exception {
    BlockingQueue<Responder> held = new LinkedBlockingQueue<>();
    MemoryBudget budget =
        MemoryBudget.builder(100 << 20, 100 << 20, 0).purpose(Purpose.REQUESTS, 0, 3000).build();
    try (RpcServer server =
        server(RpcSettings.DEFAULT, budget, (request, responder) -> held.add(responder))) {
      RpcConnection connection = connect(server);
      Request.Builder large =
          Request.newBuilder().setGet(Get.newBuilder().setRow(ByteString.copyFrom(new byte[1000])));
      CompletableFuture<Response> first = connection.send(large);
      CompletableFuture<Response> second = connection.send(large);
      Response third = connection.send(large).get();
      assertEquals(ErrorCode.OVERLOADED, third.getError().getCode());
      assertEquals(
          "requests of 3000 bytes may be under way at this node, and there is no room for one of 1264",
          third.getError().getMessage());
      held.take().respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
      assertTrue(first.get().hasDone());
      CompletableFuture<Response> fourth = connection.send(large);
      held.take().respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
      held.take().respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
      assertTrue(second.get().hasDone());
      assertTrue(fourth.get().hasDone());
    }
  }

  @Test
  void theClientRefusesToHaveTooManyUnderWay() throws Exception {
    RequestHandler silent = (request, responder) -> {};
    try (RpcServer server = server(RpcSettings.DEFAULT, silent);
        RpcClient small = new RpcClient(loops, RpcSettings.DEFAULT.withMaxUnderWay(2), null)) {
      RpcConnection connection =
          small.connect(server.bind("127.0.0.1", 0), ClientHello.getDefaultInstance()).get();
      assertFalse(connection.send(get(1)).isDone());
      assertFalse(connection.send(get(2)).isDone());
      assertEquals(ErrorCode.OVERLOADED, connection.send(get(3)).get().getError().getCode());
    }
  }

  @Test
  void tooManyConnectionsAreRefused() throws Exception {
    try (Logs logs = new Logs();
        RpcServer server = server(RpcSettings.DEFAULT.withMaxConnections(2), RpcTest::echo)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      ClientHello hello = ClientHello.getDefaultInstance();
      RpcConnection first = client.connect(address, hello).get();
      client.connect(address, hello).get();
      for (int i = 0; i < 3; i++) {
        var third = client.connect(address, hello);
        Throwable refusal = assertThrows(ExecutionException.class, third::get).getCause();
        assertEquals(
            Reason.TOO_MANY_CONNECTIONS,
            assertInstanceOf(RefusedException.class, refusal).reason());
        assertEquals(
            "refused by the other side: 2 clients are connected, which is the most",
            refusal.getMessage());
      }
      assertEquals(1, logs.with("2 clients are connected").size());
      assertEquals(2, server.connections());
      first.close();
      Await.until("there is room again", () -> server.connections() == 1);
      assertEquals(
          "row9",
          client
              .connect(address, hello)
              .get()
              .send(get(9))
              .get()
              .getCells()
              .getNext()
              .toStringUtf8());
    }
  }

  /** A refusal may be there, and its connection gone, before the one who connects goes on. */
  @Test
  void everyRefusalGivesItsReason() throws Exception {
    try (Logs logs = new Logs();
        RpcServer server = server(RpcSettings.DEFAULT.withMaxConnections(1), RpcTest::echo)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      ClientHello hello = ClientHello.getDefaultInstance();
      client.connect(address, hello).get();
      for (int round = 0; round < 100; round++) {
        List<CompletableFuture<RpcConnection>> refused = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          refused.add(client.connect(address, hello));
        }
        for (CompletableFuture<RpcConnection> each : refused) {
          assertEquals(
              Reason.TOO_MANY_CONNECTIONS,
              assertInstanceOf(RefusedException.class, failure(each)).reason());
        }
      }
      assertEquals(1, logs.with("1 clients are connected").size());
    }
  }

  /** The node reads on only when its responses are read. */
  @Test
  void aClientThatDoesNotReadIsNotReadFrom() throws Exception {
    AtomicInteger handled = new AtomicInteger();
    ByteString value = ByteString.copyFrom(new byte[100_000]);
    RequestHandler large =
        (request, responder) -> {
          handled.incrementAndGet();
          responder.respond(Response.newBuilder().setCells(Cells.newBuilder().setNext(value)));
        };
    int count = 2000;
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (RpcServer server = server(RpcSettings.DEFAULT, large);
        RawSocket socket = raw(server)) {
      socket.send(HELLO);
      assertTrue(nextResponse(socket).hasHello());
      // The row makes requests so large that sockets cannot hold them all.
      Request.Builder request =
          Request.newBuilder()
              .setGet(Get.newBuilder().setRow(ByteString.copyFrom(new byte[10_000])));
      Future<?> sending =
          thread.submit(
              () -> {
                for (int i = 0; i < count; i++) {
                  socket.send(request.setId(i).build());
                }
                return null;
              });
      // Nothing moves any more; 200 MB of responses would be far beyond what may wait.
      Await.untilSteady("it stops handling requests", handled::get);
      assertTrue(handled.get() < count / 2, () -> handled.get() + " requests handled");
      assertFalse(sending.isDone());
      for (int i = 0; i < count; i++) {
        assertEquals(i, nextResponse(socket).getId());
      }
      sending.get();
    } finally {
      thread.shutdown();
    }
  }

  // -- hellos

  @Test
  void theFirstRequestMustBeAHello() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo);
        RawSocket socket = raw(server)) {
      socket.send(get(1).setId(77).build());
      socket.send(HELLO);
      Response response = nextResponse(socket);
      assertEquals(77, response.getId());
      assertEquals(ErrorCode.INVALID_ARGUMENT, response.getError().getCode());
      assertEquals("the first request must be a hello", response.getError().getMessage());
      assertNull(socket.next());
    }
  }

  @Test
  void whoSaysNoHelloIsClosed() throws Exception {
    RpcSettings impatient =
        RpcSettings.DEFAULT.withTimes(
            Duration.ofMillis(100), Duration.ofMinutes(10), Duration.ofMinutes(10));
    try (RpcServer server = server(impatient, RpcTest::echo);
        RawSocket socket = raw(server)) {
      assertNull(socket.next());
    }
  }

  @Test
  void anotherHelloIsAnswered() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo);
        RawSocket socket = raw(server)) {
      for (int i = 0; i < 3; i++) {
        socket.send(HELLO.toBuilder().setId(i).build());
        Response response = nextResponse(socket);
        assertEquals(i, response.getId());
        assertEquals(CLUSTER, response.getHello().getCluster());
      }
    }
  }

  @Test
  void aClientOfTheRightClusterIsTaken() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo)) {
      ClientHello hello = ClientHello.newBuilder().setCluster(CLUSTER).build();
      assertTrue(client.connect(server.bind("127.0.0.1", 0), hello).get().isOpen());
    }
  }

  /** A connection that is closed with bytes unread is reset, and the reason may be lost. */
  @Test
  void whoIsRefusedMaySayMoreAndStillHearsTheReason() throws Exception {
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo);
        RawSocket socket = raw(server)) {
      byte[] bytes = Arrays.copyOf("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII), 500_000);
      socket.send(bytes);
      assertEquals(
          Reason.GARBAGE, assertInstanceOf(RefusedException.class, socket.next()).reason());
      assertTrue(socket.endsInOrder());
    }
  }

  @Test
  void garbageIsLoggedOnce() throws Exception {
    try (Logs logs = new Logs();
        RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      for (int i = 0; i < 10; i++) {
        try (RawSocket socket = new RawSocket(address, FrameKind.CLIENT, Response.parser())) {
          socket.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          RefusedException refusal = assertInstanceOf(RefusedException.class, socket.next());
          assertEquals(
              "refused by the other side: HTTP, where this port speaks ZabDB's protocol",
              refusal.getMessage());
          assertNull(socket.next());
        }
      }
      assertEquals(1, logs.with("HTTP").size());
    }
  }

  // -- ends

  private static Throwable failure(CompletableFuture<?> future) {
    return assertThrows(ExecutionException.class, future::get).getCause();
  }

  @Test
  void whatIsUnderWayFailsWhenTheConnectionBreaks() throws Exception {
    RequestHandler silent = (request, responder) -> {};
    RpcServer server = server(RpcSettings.DEFAULT, silent);
    RpcConnection connection = connect(server);
    List<CompletableFuture<Response>> responses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      responses.add(connection.send(get(i)));
    }
    server.close();
    for (CompletableFuture<Response> response : responses) {
      assertInstanceOf(IOException.class, failure(response));
    }
    connection.closed().get();
    assertFalse(connection.isOpen());
    assertInstanceOf(IOException.class, failure(connection.send(get(1))));
  }

  @Test
  void closingFailsWhatIsUnderWay() throws Exception {
    RequestHandler silent = (request, responder) -> {};
    try (RpcServer server = server(RpcSettings.DEFAULT, silent)) {
      RpcConnection connection = connect(server);
      CompletableFuture<Response> response = connection.send(get(1));
      connection.close();
      assertEquals("the connection was closed", failure(response).getMessage());
      Await.until("the node sees it", () -> server.connections() == 0);
    }
  }

  @Test
  void whatWasAnsweredComesThroughBeforeTheServerCloses() throws Exception {
    for (int round = 0; round < 20; round++) {
      BlockingQueue<Responder> held = new LinkedBlockingQueue<>();
      RpcServer server = server(RpcSettings.DEFAULT, (request, responder) -> held.add(responder));
      RpcConnection connection = connect(server);
      CompletableFuture<Response> response = connection.send(get(1));
      held.take().respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
      server.close();
      assertTrue(response.get().hasDone());
      connection.closed().get();
    }
  }

  @Test
  void aLongAnswerComesThroughBeforeTheServerCloses() throws Exception {
    ByteString value = ByteString.copyFrom(new byte[20 << 20]);
    CountDownLatch answered = new CountDownLatch(1);
    RpcServer server =
        server(
            RpcSettings.DEFAULT,
            (request, responder) -> {
              responder.respond(Response.newBuilder().setCells(Cells.newBuilder().setNext(value)));
              answered.countDown();
            });
    CompletableFuture<Response> response = connect(server).send(get(1));
    answered.await();
    server.close();
    assertEquals(value, response.get().getCells().getNext());
  }

  @Test
  void nobodyAtTheAddressIsSaid() throws Exception {
    InetSocketAddress address;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = (InetSocketAddress) free.getLocalSocketAddress();
    }
    ClientHello hello = ClientHello.getDefaultInstance();
    Throwable refused = failure(client.connect(address, hello));
    assertInstanceOf(IOException.class, refused);
    assertTrue(
        refused.getMessage().startsWith("cannot connect to localhost:" + address.getPort()),
        refused::toString);
    Throwable unknown =
        failure(
            client.connect(InetSocketAddress.createUnresolved("no-such-host.invalid", 1), hello));
    assertEquals(
        "cannot connect to no-such-host.invalid:1: unknown host no-such-host.invalid",
        unknown.getMessage());
  }

  @Test
  void whoConnectsWhenTheLoopsHaveEndedHearsOfIt() throws Exception {
    EventLoopGroup ended = Loops.create("ended", 1);
    ended.shutdownGracefully(0, 5, TimeUnit.SECONDS).await();
    try (RpcServer server = server(RpcSettings.DEFAULT, RpcTest::echo);
        RpcClient late = new RpcClient(ended, RpcSettings.DEFAULT, null)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      assertEquals(
          "cannot connect to 127.0.0.1:" + address.getPort() + ": the event loops have ended",
          failure(late.connect(address, ClientHello.getDefaultInstance())).getMessage());
    }
  }

  @Test
  void aServerThatIsSilentIsGivenUp() throws Exception {
    RpcSettings impatient =
        RpcSettings.DEFAULT.withTimes(
            Duration.ofMillis(200), Duration.ofMinutes(1), Duration.ofMillis(50));
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        RpcClient other = new RpcClient(loops, impatient, null)) {
      InetSocketAddress address = (InetSocketAddress) silent.getLocalSocketAddress();
      Throwable late = failure(other.connect(address, ClientHello.getDefaultInstance()));
      assertInstanceOf(IOException.class, late);
    }
  }

  /** What is between a client and a node that has said hello. */
  private interface Scene {
    void play(RawSocket node, RpcConnection connection, InetSocketAddress address) throws Exception;
  }

  /** With a node that does what a test says. */
  private void play(Duration keepalive, Scene scene) throws Exception {
    RpcSettings impatient =
        RpcSettings.DEFAULT.withTimes(Duration.ofSeconds(20), Duration.ofMinutes(1), keepalive);
    try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        RpcClient other = new RpcClient(loops, impatient, null)) {
      InetSocketAddress address = (InetSocketAddress) listening.getLocalSocketAddress();
      var connecting = other.connect(address, ClientHello.getDefaultInstance());
      try (RawSocket node = new RawSocket(listening.accept(), FrameKind.CLIENT, Request.parser())) {
        Request hello = assertInstanceOf(Request.class, node.next());
        node.send(
            Response.newBuilder()
                .setId(hello.getId())
                .setHello(ServerHello.newBuilder().setMaxFrameBytes(1000))
                .build());
        scene.play(node, connecting.get(), address);
      }
    }
  }

  /** It said hello, and then its machine lost its power. */
  @Test
  void aServerThatFallsSilentIsNoticed() throws Exception {
    play(
        Duration.ofMillis(50),
        (node, connection, address) -> {
          CompletableFuture<Response> response = connection.send(get(1));
          assertEquals(
              "the node at " + address + " does not answer any more",
              failure(response).getMessage().replace("127.0.0.1/", "localhost/"));
          assertTrue(assertInstanceOf(Request.class, node.next()).hasGet());
          assertTrue(assertInstanceOf(Request.class, node.next()).hasHello());
        });
  }

  /** A long answer over a slow line: no frame comes for much longer than a node may be silent. */
  @Test
  void aServerWhoseAnswerIsOnItsWayIsNotSilent() throws Exception {
    play(
        Duration.ofSeconds(1),
        (node, connection, address) -> {
          CompletableFuture<Response> response = connection.send(get(1));
          Request asked = assertInstanceOf(Request.class, node.next());
          ByteString row = ByteString.copyFromUtf8("x".repeat(150));
          Response answer =
              Response.newBuilder()
                  .setId(asked.getId())
                  .setCells(Cells.newBuilder().setNext(row))
                  .build();
          ByteBuffer rest = ByteBuffer.wrap(RawSocket.frame(FrameKind.CLIENT, answer));
          ScheduledExecutorService line = Executors.newSingleThreadScheduledExecutor();
          try {
            line.scheduleAtFixedRate(() -> sendOne(node, rest), 0, 20, TimeUnit.MILLISECONDS);
            assertEquals(answer.getCells(), response.get(60, TimeUnit.SECONDS).getCells());
          } finally {
            line.shutdownNow();
          }
        });
  }

  private static void sendOne(RawSocket node, ByteBuffer rest) {
    try {
      if (rest.hasRemaining()) {
        node.send(new byte[] {rest.get()});
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anIdleClientIsClosedAndOneThatAsksIsNot() throws Exception {
    RpcSettings impatient =
        RpcSettings.DEFAULT.withTimes(
            Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofMillis(500));
    try (RpcServer server = server(impatient, RpcTest::echo);
        RpcClient other = new RpcClient(loops, impatient, null)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      RpcConnection asking = other.connect(address, ClientHello.getDefaultInstance()).get();
      RpcConnection idle = client.connect(address, ClientHello.getDefaultInstance()).get();
      idle.closed().get();
      assertTrue(asking.isOpen());
    }
  }
}

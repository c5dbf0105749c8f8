package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.Area;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.net.Await;
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
import io.zabdb.rpc.wire.GetStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever clients send, ask for, or do not read: a server keeps to its budget. */
@Timeout(120)
class RpcMemoryTest {

  private static final int MIB = 1 << 20;
  private static final int VALUE = 2 * MIB;
  private static final Request HELLO =
      Request.newBuilder().setId(1).setHello(ClientHello.getDefaultInstance()).build();
  private static final RpcSettings SETTINGS =
      RpcSettings.DEFAULT.withSlowClientTimeout(Duration.ofMinutes(1));

  /** Large requests, and large answers, may have 6.5 MiB: three values. */
  private final MemoryBudget budget =
      MemoryBudget.builder(100 * MIB, 16 * MIB, 0)
          .purpose(Purpose.LARGE_REQUESTS, 0, 6 * MIB + MIB / 2)
          .purpose(Purpose.LARGE_ANSWERS, 0, 6 * MIB + MIB / 2)
          .purpose(Purpose.CLIENT_OUTBOUND, 0, MIB)
          .build();

  private final MemoryAccount answers = budget.account(Purpose.LARGE_ANSWERS);
  private final MemoryAccount requests = budget.account(Purpose.LARGE_REQUESTS);

  /** Values that a handler has made and that are not given to the server yet. */
  private final AtomicInteger made = new AtomicInteger();

  private EventLoopGroup loops;
  private RpcClient client;

  @BeforeEach
  void start() {
    loops = Loops.create("rpc-memory", 2);
    client = new RpcClient(loops, SETTINGS, null);
  }

  @AfterEach
  void stop() {
    client.close();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    PoolCheck.awaitEmpty();
    assertEquals(0, budget.used(Area.HEAP), () -> "not given back: " + budget.uses());
    assertEquals(0, budget.used(Area.DIRECT), () -> "not given back: " + budget.uses());
  }

  private RpcServer server(RpcSettings settings, RequestHandler handler) {
    return new RpcServer(loops, settings, ServerHello.getDefaultInstance(), null, budget, handler);
  }

  private RpcConnection connect(InetSocketAddress address) {
    return client
        .connect(address, ClientHello.getDefaultInstance())
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
  }

  private static RawSocket raw(InetSocketAddress address) throws Exception {
    RawSocket socket = new RawSocket(address, FrameKind.CLIENT, Response.parser());
    socket.send(HELLO);
    assertTrue(assertInstanceOf(Response.class, socket.next()).hasHello());
    return socket;
  }

  private static Request.Builder get() {
    return Request.newBuilder().setGet(Get.newBuilder().setRow(ByteString.copyFromUtf8("row")));
  }

  /** An update of the length of a value. */
  private static Request.Builder large() {
    return Request.newBuilder()
        .setGet(Get.newBuilder().setRow(ByteString.copyFrom(new byte[VALUE])));
  }

  /** As reads do: a large value is made when there is room for it, and not before. */
  private void value(Request request, Responder responder) {
    responder.reserve(
        VALUE + 1024,
        () -> {
          assertTrue(made.incrementAndGet() <= 3, "more values than there is room for");
          byte[] value = new byte[VALUE];
          made.decrementAndGet();
          responder.respond(
              Response.newBuilder()
                  .setCells(Cells.newBuilder().setNext(ByteString.copyFrom(value))));
        },
        () ->
            responder.respond(
                WireErrors.response(io.zabdb.model.error.ErrorCode.OVERLOADED, "no room in time")));
  }

  private static void done(Request request, Responder responder) {
    responder.respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
  }

  // -- answers

  @Test
  void manyLargeAnswersKeepToTheBudgetAndAllAreGiven() throws Exception {
    try (RpcServer server = server(SETTINGS, this::value)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      List<CompletableFuture<Response>> answered = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        RpcConnection connection = connect(address);
        for (int k = 0; k < 16; k++) {
          answered.add(connection.send(get()));
        }
      }
      for (CompletableFuture<Response> each : answered) {
        assertEquals(VALUE, each.get(60, TimeUnit.SECONDS).getCells().getNext().size());
      }
      assertTrue(answers.highest() <= answers.limit(), budget.uses()::toString);
      assertTrue(answers.highest() > VALUE, "never two at once: this proves little");
      assertTrue(budget.account(Purpose.CLIENT_OUTBOUND).highest() <= MIB, budget.uses()::toString);
    }
  }

  @Test
  void whoReadsNothingHoldsOneAnswerAndOthersAreServed() throws Exception {
    try (RpcServer server = server(SETTINGS, this::value)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      try (RawSocket deaf = raw(address)) {
        for (int i = 2; i < 102; i++) {
          deaf.send(get().setId(i).build());
        }
        RpcConnection other = connect(address);
        for (int i = 0; i < 20; i++) {
          assertEquals(
              VALUE, other.send(get()).get(60, TimeUnit.SECONDS).getCells().getNext().size());
        }
        Await.until("the others' answers are gone", () -> answers.used() < 2 * VALUE);
        assertTrue(answers.used() <= VALUE + 1024, budget.uses()::toString);
        assertEquals(0, server.dropped());
      }
    }
  }

  @Test
  void whoReadsNothingForTooLongIsDroppedAndItsMemoryGivenBack() throws Exception {
    RpcSettings impatient = SETTINGS.withSlowClientTimeout(Duration.ofMillis(600));
    try (RpcServer server = server(impatient, this::value)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      try (RawSocket deaf = raw(address)) {
        for (int i = 2; i < 102; i++) {
          deaf.send(get().setId(i).setTimeoutMillis(100_000).build());
        }
        Await.until("the connection is dropped", () -> server.dropped() == 1);
        Await.until("its bytes are given back", () -> answers.used() == 0);
        assertEquals(0, budget.used(Area.DIRECT));
      }
    }
  }

  @Test
  void ifOthersNeedTheMemoryItTakesASecond() throws Exception {
    try (RpcServer server = server(SETTINGS, this::value)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      List<RawSocket> deaf = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        deaf.add(raw(address));
        for (int k = 2; k < 12; k++) {
          deaf.get(i).send(get().setId(k).setTimeoutMillis(100_000).build());
        }
      }
      Await.until("all room is taken", () -> answers.limit() - answers.used() < VALUE);
      // Long before the timeout of a minute.
      Response response = connect(address).send(get()).get(30, TimeUnit.SECONDS);
      assertEquals(VALUE, response.getCells().getNext().size());
      assertTrue(server.dropped() > 0);
      for (RawSocket each : deaf) {
        each.close();
      }
    }
  }

  @Test
  void whoWaitsForRoomInVainIsToldSo() throws Exception {
    try (RpcServer server = server(SETTINGS, this::value)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      answers.take(answers.limit());
      RpcConnection connection = connect(address);
      Response response = connection.send(get().setTimeoutMillis(50)).get(30, TimeUnit.SECONDS);
      assertEquals(ErrorCode.OVERLOADED, response.getError().getCode());
      answers.give(answers.limit());
      assertEquals(
          VALUE, connection.send(get()).get(30, TimeUnit.SECONDS).getCells().getNext().size());
    }
  }

  /** Of a node that asks another one on behalf of its clients. */
  @Test
  void aClientWithABudgetReadsLargeResponsesOnlyWhenItHasRoom() throws Exception {
    MemoryBudget ample = MemoryBudget.of(100 * MIB, 100 * MIB, 0);
    RequestHandler large =
        (request, responder) ->
            responder.respond(
                Response.newBuilder()
                    .setCells(Cells.newBuilder().setNext(ByteString.copyFrom(new byte[VALUE]))));
    ServerHello hello = ServerHello.getDefaultInstance();
    try (RpcServer server = new RpcServer(loops, SETTINGS, hello, null, ample, large);
        RpcClient careful = new RpcClient(loops, SETTINGS, null, answers)) {
      RpcConnection connection =
          careful
              .connect(server.bind("127.0.0.1", 0), ClientHello.getDefaultInstance())
              .get(30, TimeUnit.SECONDS);
      answers.take(answers.limit());
      CompletableFuture<Response> first = connection.send(get());
      CompletableFuture<Response> second = connection.send(get());
      Await.until("it waits for room", () -> answers.use().waiting() == 1);
      assertFalse(first.isDone());
      answers.give(answers.limit());
      assertEquals(VALUE, first.get(30, TimeUnit.SECONDS).getCells().getNext().size());
      assertEquals(VALUE, second.get(30, TimeUnit.SECONDS).getCells().getNext().size());
      answers.take(answers.limit());
      connection.send(get());
      Await.until("it waits for room", () -> answers.use().waiting() == 1);
      connection.close();
      Await.until("it waits no more", () -> answers.use().waiting() == 0);
      answers.give(answers.limit());
    }
  }

  @Test
  void aRequestWhoseTimeIsOverIsKnown() throws Exception {
    BlockingQueue<Responder> held = new LinkedBlockingQueue<>();
    try (RpcServer server = server(SETTINGS, (request, responder) -> held.add(responder))) {
      RpcConnection connection = connect(server.bind("127.0.0.1", 0));
      connection.send(get().setTimeoutMillis(1));
      Responder brief = held.take();
      Await.until("its time is over", brief::isAbandoned);
      connection.send(get().setTimeoutMillis(100_000));
      Responder lasting = held.take();
      assertFalse(lasting.isAbandoned());
      connection.close();
      Await.until("nobody waits", lasting::isAbandoned);
      done(null, brief);
      done(null, lasting);
    }
  }

  // -- requests

  @Test
  void largeRequestsOfManyWaitForEachOtherAndAllAreTaken() throws Exception {
    try (RpcServer server = server(SETTINGS, RpcMemoryTest::done)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      List<CompletableFuture<Response>> answered = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        RpcConnection connection = connect(address);
        for (int k = 0; k < 3; k++) {
          answered.add(connection.send(large()));
        }
      }
      for (CompletableFuture<Response> each : answered) {
        assertTrue(each.get(60, TimeUnit.SECONDS).hasDone());
      }
      assertTrue(requests.highest() <= requests.limit(), budget.uses()::toString);
      assertTrue(requests.highest() > VALUE, "never two at once: this proves little");
    }
  }

  @Test
  void halfOfManyLargeRequestsNeitherFillsTheMemoryNorHoldsUpSmallOnes() throws Exception {
    byte[] frame = RawSocket.frame(FrameKind.CLIENT, large().setId(2).build());
    try (RpcServer server = server(SETTINGS, RpcMemoryTest::done)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      List<RawSocket> halves = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        halves.add(raw(address));
        halves.get(i).send(Arrays.copyOf(frame, 100_000));
      }
      Await.until("some wait for room", () -> requests.use().waiting() > 0);
      assertTrue(requests.used() <= requests.limit(), budget.uses()::toString);
      RpcConnection small = connect(address);
      for (int i = 0; i < 100; i++) {
        assertTrue(small.send(get()).get(30, TimeUnit.SECONDS).hasDone());
      }
      // One that goes on is served when those that do not are gone: in seconds, not a minute.
      assertTrue(connect(address).send(large()).get(60, TimeUnit.SECONDS).hasDone());
      assertTrue(server.dropped() > 0);
      assertTrue(requests.highest() <= requests.limit(), budget.uses()::toString);
      for (RawSocket each : halves) {
        each.close();
      }
    }
  }

  @Test
  void nobodyIsTrustedWithALargeFrameBeforeAHello() throws Exception {
    try (RpcServer server = server(SETTINGS, RpcMemoryTest::done)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      try (RawSocket socket = new RawSocket(address, FrameKind.CLIENT, Response.parser())) {
        socket.send(
            Arrays.copyOf(RawSocket.frame(FrameKind.CLIENT, large().setId(2).build()), 5000));
        RefusedException refusal = assertInstanceOf(RefusedException.class, socket.next());
        assertEquals(Reason.TOO_LONG, refusal.reason());
        assertEquals(0, requests.highest());
      }
    }
  }

  @Test
  void operatorsGetThroughToANodeThatIsFull() throws Exception {
    try (RpcServer server = server(SETTINGS, RpcMemoryTest::done)) {
      RpcConnection connection = connect(server.bind("127.0.0.1", 0));
      MemoryAccount small = budget.account(Purpose.REQUESTS);
      small.take(small.limit());
      Response refused = connection.send(get()).get(30, TimeUnit.SECONDS);
      assertEquals(ErrorCode.OVERLOADED, refused.getError().getCode());
      assertTrue(
          connection
              .send(Request.newBuilder().setGetStatus(GetStatus.getDefaultInstance()))
              .get(30, TimeUnit.SECONDS)
              .hasDone());
      small.give(small.limit());
    }
  }

  @Test
  void anErrorOfAHandlerIsHeard() throws Exception {
    Error error = new OutOfMemoryError("direct buffer memory");
    BlockingQueue<Error> heard = new LinkedBlockingQueue<>();
    EventLoopGroup own = Loops.create("rpc-watched", 1, heard::add);
    RequestHandler failing =
        (request, responder) -> {
          throw error;
        };
    ServerHello hello = ServerHello.getDefaultInstance();
    MemoryBudget ample = MemoryBudget.of(100 * MIB, 100 * MIB, 0);
    try (RpcServer server = new RpcServer(own, SETTINGS, hello, null, ample, failing)) {
      connect(server.bind("127.0.0.1", 0)).send(get());
      assertSame(error, heard.take());
    } finally {
      own.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  // -- connections

  /** Whoever finds no room comes back, and finds some: one of those goes each time. */
  @Test
  void thoseThatSayNothingMakeRoomForOthers() throws Exception {
    RpcSettings patient =
        SETTINGS
            .withTimes(Duration.ofMinutes(2), Duration.ofMinutes(10), Duration.ofMinutes(1))
            .withMaxConnections(100);
    try (RpcServer server = server(patient, RpcMemoryTest::done)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      List<RawSocket> silent = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        silent.add(new RawSocket(address, FrameKind.CLIENT, Response.parser()));
      }
      Await.until("all are connected", () -> server.connections() == 100);
      ClientHello hello = ClientHello.getDefaultInstance();
      var refused = client.connect(address, hello);
      assertThrows(ExecutionException.class, () -> refused.get(30, TimeUnit.SECONDS));
      Await.until("one of them is closed", () -> server.connections() == 99);
      assertTrue(connect(address).send(get()).get(30, TimeUnit.SECONDS).hasDone());
      for (RawSocket each : silent) {
        each.close();
      }
      Await.until("all are gone", () -> server.connections() == 1);
    }
  }

  @Test
  void connectionsHaveABudgetToo() throws Exception {
    MemoryAccount connections = budget.account(Purpose.CONNECTIONS);
    long others = connections.limit() - 2 * Admission.CONNECTION_BYTES;
    connections.take(others);
    try (RpcServer server = server(SETTINGS, RpcMemoryTest::done)) {
      InetSocketAddress address = server.bind("127.0.0.1", 0);
      try (RawSocket first = raw(address);
          RawSocket second = raw(address);
          RawSocket third = new RawSocket(address, FrameKind.CLIENT, Response.parser())) {
        RefusedException refusal = assertInstanceOf(RefusedException.class, third.next());
        assertEquals(Reason.TOO_MANY_CONNECTIONS, refusal.reason());
        first.send(get().setId(2).build());
        assertTrue(assertInstanceOf(Response.class, first.next()).hasDone());
        second.send(get().setId(2).build());
        assertTrue(assertInstanceOf(Response.class, second.next()).hasDone());
      }
    } finally {
      connections.give(others);
    }
    Await.until("all are given back", () -> connections.used() == 0);
  }
}

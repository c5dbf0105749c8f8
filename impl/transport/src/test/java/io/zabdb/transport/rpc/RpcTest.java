package io.zabdb.transport.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.netty.channel.EventLoopGroup;
import io.zabdb.transport.socket.Loops;
import io.zabdb.transport.wire.Cells;
import io.zabdb.transport.wire.ClientHello;
import io.zabdb.transport.wire.ErrorCode;
import io.zabdb.transport.wire.Get;
import io.zabdb.transport.wire.Request;
import io.zabdb.transport.wire.Response;
import io.zabdb.transport.wire.ServerHello;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
  }

  private RpcServer server(RpcSettings settings, RequestHandler handler) {
    ServerHello hello = ServerHello.newBuilder().setCluster(CLUSTER).setNode(3).build();
    return new RpcServer(loops, settings, hello, null, handler);
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
}

package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.node.Completing;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObservedRequestsTest {

  private final NodeMetrics metrics = new NodeMetrics();
  private final List<Responder> waiting = new ArrayList<>();
  private RuntimeException thrown;

  private final ObservedRequests requests =
      new ObservedRequests(
          (request, responder) -> {
            if (thrown != null) {
              throw thrown;
            }
            waiting.add(responder);
          },
          metrics);

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void whatIsAnsweredIsNotUnderWay() {
    CompletableFuture<Response> response = new CompletableFuture<>();
    requests.handle(Request.getDefaultInstance(), new Completing(response));
    assertEquals(1, requests.underWay());
    waiting.get(0).respond(Response.newBuilder().setDone(Done.getDefaultInstance()));
    assertEquals(0, requests.underWay());
    assertEquals(true, response.join().hasDone());
  }

  /** Each stop of the node would wait for it. */
  @Test
  void whatFailedIsNotUnderWay() {
    thrown = new IllegalStateException("a bug");
    Completing responder = new Completing(new CompletableFuture<>());
    assertSame(
        thrown,
        assertThrows(
            RuntimeException.class,
            () -> requests.handle(Request.getDefaultInstance(), responder)));
    assertEquals(0, requests.underWay());
  }
}

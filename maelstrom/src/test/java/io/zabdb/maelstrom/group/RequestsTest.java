package io.zabdb.maelstrom.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.PipedNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.rpc.wire.FindBase;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Told;
import io.zabdb.rpc.wire.Update;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What n0 asks of n1, which loses messages. */
class RequestsTest {

  private static final int AGAIN_MILLIS = 20;

  private final CompletableFuture<Response> answer = new CompletableFuture<>();

  private PipedNode asking(Request.Builder request) throws IOException {
    return PipedNode.start(
        node ->
            new Requests(node, AGAIN_MILLIS)
                .to(1, "n1")
                .send(request)
                .whenComplete(
                    (response, failure) -> {
                      if (failure == null) {
                        answer.complete(response);
                      } else {
                        answer.completeExceptionally(failure);
                      }
                    }));
  }

  private static Request.Builder ofGroups(int millis) {
    return Request.newBuilder().setFindBase(FindBase.getDefaultInstance()).setTimeoutMillis(millis);
  }

  @Test
  void whatGroupsSayIsSentAgainUntilItIsAnswered() throws Exception {
    try (PipedNode node = asking(ofGroups(60_000))) {
      Await.until("a third message", () -> node.told("move_offer").size() >= 3);
      List<JsonNode> sent = node.told("move_offer");
      assertEquals(sent.get(0).path("request"), sent.get(2).path("request"));
      // The first one was late, and so is its answer.
      byte[] told = Response.newBuilder().setTold(Told.getDefaultInstance()).build().toByteArray();
      for (int late = 0; late < 2; late++) {
        node.give(
            Body.of("group_answer")
                .put("in_reply_to", sent.get(late).path("msg_id").asLong())
                .put("response", told));
      }
      Await.until("an answer", answer::isDone);
      assertTrue(answer.join().hasTold());
    }
  }

  @Test
  void whatGroupsSayEndsInTime() throws Exception {
    try (PipedNode node = asking(ofGroups(10 * AGAIN_MILLIS))) {
      Await.until("an end", answer::isDone);
      assertTrue(answer.isCompletedExceptionally());
      int sent = node.told("move_offer").size();
      assertTrue(sent > 1 && sent <= 10, () -> sent + " messages");
    }
  }

  /** An update may not be doubled by whoever passes it on. */
  @Test
  void whatIsForwardedIsSentOnce() throws Exception {
    try (PipedNode node =
        asking(Request.newBuilder().setUpdate(Update.getDefaultInstance()).setTimeoutMillis(400))) {
      Await.until("an end", answer::isDone);
      assertTrue(answer.isCompletedExceptionally());
      assertEquals(1, node.told("group_update").size());
      assertEquals(
          IOException.class,
          answer.handle((response, failure) -> causeOf(failure)).join().getClass());
    }
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }
}

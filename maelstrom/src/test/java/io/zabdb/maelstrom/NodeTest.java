package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.ladder.Echo;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Program;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A node by itself: given lines, it sends lines. */
class NodeTest {

  private static final String INIT =
      "{\"src\":\"c0\",\"dest\":\"n0\",\"body\":{\"type\":\"init\",\"msg_id\":1,"
          + "\"node_id\":\"n0\",\"node_ids\":[\"n0\",\"n1\"]}}";

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  /** The bodies that a node sends when given these lines. */
  private List<JsonNode> run(Program program, String... lines) throws Exception {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Node node =
        new Node(
            program,
            new PrintStream(sent, false, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      node.run(new BufferedReader(new StringReader(String.join("\n", lines))));
    } finally {
      lastSent.clear();
      for (String line : sent.toString(StandardCharsets.UTF_8).lines().toList()) {
        lastSent.add(Body.JSON.readTree(line).get("body"));
      }
    }
    return lastSent;
  }

  private final List<JsonNode> lastSent = new ArrayList<>();

  private static String request(String body) {
    return "{\"src\":\"c1\",\"dest\":\"n0\",\"body\":" + body + "}";
  }

  @Test
  void aRequestIsAnsweredWithItsId() throws Exception {
    JsonNode answer =
        run(new Echo(), INIT, request("{\"type\":\"echo\",\"msg_id\":7,\"echo\":[1]}")).get(1);
    assertEquals("{\"type\":\"echo_ok\",\"echo\":[1],\"in_reply_to\":7}", answer.toString());
  }

  @Test
  void whoWantsNoAnswerGetsNone() throws Exception {
    assertEquals(1, run(new Echo(), INIT, request("{\"type\":\"echo\",\"echo\":1}")).size());
  }

  @Test
  void beforeInitEverythingIsRefusedForNow() throws Exception {
    JsonNode answer =
        run(new Echo(), request("{\"type\":\"echo\",\"msg_id\":7,\"echo\":1}")).get(0);
    assertEquals(ErrorCode.TEMPORARILY_UNAVAILABLE.number(), answer.path("code").asInt());
  }

  @Test
  void anInitThatNamesNoNodeOfTheListIsMalformed() throws Exception {
    JsonNode answer =
        run(new Echo(), INIT.replace("\"n0\",\"node_ids", "\"n5\",\"node_ids")).get(0);
    assertEquals(ErrorCode.MALFORMED_REQUEST.number(), answer.path("code").asInt());
  }

  @Test
  void anUnexpectedErrorIsACrash() throws Exception {
    Program program =
        node ->
            node.on(
                "boom",
                request -> {
                  throw new IllegalStateException("by design");
                });
    JsonNode answer = run(program, INIT, request("{\"type\":\"boom\",\"msg_id\":2}")).get(1);
    assertEquals(ErrorCode.CRASH.number(), answer.path("code").asInt());
    assertTrue(errors.toString(StandardCharsets.UTF_8).contains("by design"));
  }

  @Test
  void errorsThatComeLaterAreAnswersToo() throws Exception {
    RequestError error = new RequestError(ErrorCode.KEY_ALREADY_EXISTS, "there is one");
    Program program =
        node ->
            node.on(
                "create",
                request ->
                    request.replyWith(
                        CompletableFuture.<Void>failedFuture(error)
                            .thenApply(nothing -> Body.of("create_ok"))));
    JsonNode answer = run(program, INIT, request("{\"type\":\"create\",\"msg_id\":2}")).get(1);
    assertEquals(ErrorCode.KEY_ALREADY_EXISTS.number(), answer.path("code").asInt());
    assertEquals("there is one", answer.path("text").asText());
  }

  @Test
  void aCallIsAnsweredOnceOrNotAtAll() throws Exception {
    List<JsonNode> answers = new ArrayList<>();
    Program program =
        node -> {
          node.call("n1", Body.of("ask"), 60_000, answers::add);
          node.call("n1", Body.of("ask"), 0, answers::add);
        };
    run(
        program,
        INIT,
        request("{\"type\":\"told\",\"in_reply_to\":1}"),
        request("{\"type\":\"told\",\"in_reply_to\":1}"),
        request("{\"type\":\"told\",\"in_reply_to\":99}"));
    assertEquals(1, answers.stream().filter(answer -> answer != null).count());
    assertTrue(answers.size() <= 2);
  }

  @Test
  void aProgramThatCannotStartEndsTheNode() {
    Program program =
        node -> {
          throw new IOException("no disk");
        };
    IllegalStateException failed =
        assertThrows(IllegalStateException.class, () -> run(program, INIT));
    assertEquals("no disk", failed.getCause().getMessage());
    assertEquals(List.of(), lastSent);
  }

  /** The table in Maelstrom's doc/protocol.md. */
  @Test
  void errorsHaveMaelstromsNumbers() {
    List<String> table = new ArrayList<>();
    for (ErrorCode code : ErrorCode.values()) {
      table.add(code.number() + (code.isDefinite() ? " definite" : ""));
    }
    assertEquals(
        List.of(
            "0",
            "1 definite",
            "10 definite",
            "11 definite",
            "12 definite",
            "13",
            "14 definite",
            "20 definite",
            "21 definite",
            "22 definite",
            "30 definite"),
        table);
  }
}

package io.zabdb.maelstrom.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.testkit.history.HistoryRecorder;
import java.util.Arrays;
import java.util.List;

/**
 * Operations of {@code lin-kv}, each written down with what its client learnt: an answer, an error
 * after which it certainly did not happen, or nothing certain. For one thread.
 */
public final class Registers {

  /** As Maelstrom's clients of lin-kv, on a network without latency. */
  private static final long PATIENCE_MILLIS = 1_000;

  private final Client client;
  private final String process;
  private final HistoryRecorder recorder;
  private final long patienceMillis;

  /**
   * @param process the client's name in the history
   */
  public Registers(Client client, String process, HistoryRecorder recorder) {
    this(client, process, recorder, PATIENCE_MILLIS);
  }

  /**
   * @param patienceMillis how long to wait for an answer
   */
  public Registers(Client client, String process, HistoryRecorder recorder, long patienceMillis) {
    this.client = client;
    this.process = process;
    this.recorder = recorder;
    this.patienceMillis = patienceMillis;
  }

  /** Reads; a key that does not exist has the value null. */
  public JsonNode read(String node, int key) {
    int id = recorder.invoke(process, key, "read", null);
    JsonNode answer = ask(node, Body.of("read").put("key", key));
    if (Body.type(answer).equals("read_ok")) {
      recorder.ok(id, answer.path("value").asInt());
    } else if (isError(answer, ErrorCode.KEY_DOES_NOT_EXIST)) {
      recorder.ok(id, null);
    } else {
      recorder.fail(id);
    }
    return answer;
  }

  public JsonNode write(String node, int key, int value) {
    int id = recorder.invoke(process, key, "write", value);
    JsonNode answer = ask(node, Body.of("write").put("key", key).put("value", value));
    record(id, answer, "write_ok");
    return answer;
  }

  public JsonNode cas(String node, int key, int from, int to) {
    int id = recorder.invoke(process, key, "cas", List.of(from, to));
    JsonNode answer = ask(node, Body.of("cas").put("key", key).put("from", from).put("to", to));
    boolean refused =
        isError(answer, ErrorCode.PRECONDITION_FAILED)
            || isError(answer, ErrorCode.KEY_DOES_NOT_EXIST);
    if (refused) {
      recorder.ok(id, false);
    } else {
      record(id, answer, "cas_ok");
    }
    return answer;
  }

  private JsonNode ask(String node, ObjectNode body) {
    return client.ask(node, body, patienceMillis);
  }

  private void record(int id, JsonNode answer, String ok) {
    if (Body.type(answer).equals(ok)) {
      recorder.ok(id, null);
    } else if (isDefinite(answer)) {
      recorder.fail(id);
    } else {
      recorder.unknown(id);
    }
  }

  /** Whether an answer is this error. */
  public static boolean isError(JsonNode answer, ErrorCode code) {
    return Body.type(answer).equals("error") && answer.path("code").asInt() == code.number();
  }

  private static boolean isDefinite(JsonNode answer) {
    return Arrays.stream(ErrorCode.values())
        .anyMatch(code -> code.isDefinite() && isError(answer, code));
  }
}

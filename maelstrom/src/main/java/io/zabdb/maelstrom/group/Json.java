package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Bytes;
import java.nio.charset.StandardCharsets;

/** JSON in cells, and what the store says about it. */
final class Json {

  private Json() {}

  static Bytes text(JsonNode value) {
    return Bytes.of(value.toString());
  }

  static JsonNode value(Bytes text) {
    try {
      return Body.JSON.readTree(new String(text.array(), StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a cell that is not JSON: " + text, e);
    }
  }

  /**
   * @throws RequestError if the store refused the command, so that nothing was written
   */
  static void requireDone(Result result) {
    if (result instanceof Result.Refused refused) {
      throw new RequestError(ErrorCode.ABORT, refused.message());
    }
  }
}

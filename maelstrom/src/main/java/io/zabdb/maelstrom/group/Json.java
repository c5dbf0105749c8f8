package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.model.data.Bytes;
import io.zabdb.storage.command.Result;
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
   * @throws RequestError if the store refused the command: then nothing was written, unless the
   *     session is too old to say so
   */
  static void requireDone(Result result) {
    if (result instanceof Result.Refused refused) {
      boolean isKnown = refused.code() != io.zabdb.model.error.ErrorCode.TOO_OLD;
      throw new RequestError(isKnown ? ErrorCode.ABORT : ErrorCode.TIMEOUT, refused.message());
    }
  }
}

package io.zabdb.cli.data.form;

import io.zabdb.model.data.Bytes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes that are text. */
final class Utf8 {

  private Utf8() {}

  /** The text, if the bytes are UTF-8 without a fault, so that they can be had back from it. */
  static Optional<String> text(Bytes bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(bytes.asByteBuffer()).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

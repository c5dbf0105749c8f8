package io.zabdb.cli.word;

import io.zabdb.cli.error.CliException;
import io.zabdb.model.data.Bytes;
import java.util.Base64;
import java.util.HexFormat;

/** How the bytes of keys and values are written. */
public enum Form {
  /** As they are; printed as {@link Notation} says. */
  TEXT(""),
  /** Two digits a byte. */
  HEX("16"),
  /** Base64 (RFC 4648, section 4). */
  BASE64("64");

  private final String suffix;

  Form(String suffix) {
    this.suffix = suffix;
  }

  /** What the names of fields of JSON end in whose strings are written so. */
  public String suffix() {
    return suffix;
  }

  /**
   * The bytes that a word stands for.
   *
   * @throws CliException if the word is not of this form
   */
  public Bytes bytes(String word) throws CliException {
    try {
      return Bytes.wrap(parse(word));
    } catch (IllegalArgumentException e) {
      throw CliException.usage(
          "'" + Notation.show(word) + "' is not " + this + ": " + e.getMessage());
    }
  }

  /**
   * The bytes that a word stands for.
   *
   * @throws IllegalArgumentException if the word is not of this form
   */
  public byte[] parse(String word) {
    return switch (this) {
      case TEXT -> Words.bytes(word);
      case HEX -> HexFormat.of().parseHex(word);
      case BASE64 -> Base64.getDecoder().decode(word);
    };
  }

  /** Bytes for people, on one line. */
  public String show(Bytes bytes) {
    return this == TEXT ? Notation.show(bytes) : write(bytes.toArray());
  }

  /**
   * Bytes in this form, to be parsed again.
   *
   * @throws IllegalArgumentException if this is {@link #TEXT} and they are no text
   */
  public String write(byte[] bytes) {
    return switch (this) {
      case TEXT -> {
        String word = Words.of(bytes);
        if (!Words.isText(word)) {
          throw new IllegalArgumentException("these bytes are no UTF-8");
        }
        yield word;
      }
      case HEX -> HexFormat.of().formatHex(bytes);
      case BASE64 -> Base64.getEncoder().encodeToString(bytes);
    };
  }

  @Override
  public String toString() {
    return switch (this) {
      case TEXT -> "text";
      case HEX -> "hexadecimal";
      case BASE64 -> "Base64";
    };
  }
}

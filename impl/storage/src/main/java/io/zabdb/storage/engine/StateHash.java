package io.zabdb.storage.engine;

import io.zabdb.storage.codec.ByteWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of byte strings in turn, each behind its length. Not thread-safe. */
final class StateHash {

  private final MessageDigest digest;

  StateHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  void add(byte[] bytes) {
    digest.update(new ByteWriter(Long.BYTES).putVarint(bytes.length).toArray());
    digest.update(bytes);
  }

  void add(byte[] key, byte[] value) {
    add(key);
    add(value);
  }

  /** The hash, in hexadecimal. To be called once. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(digest.digest());
  }
}

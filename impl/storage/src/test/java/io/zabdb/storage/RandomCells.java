package io.zabdb.storage;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import java.util.Random;

/** Bytes and versions that are awkward to encode. */
public final class RandomCells {

  private static final int[] AWKWARD = {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff};

  private RandomCells() {}

  /** Few different bytes, so that one is often a prefix of another. */
  public static Bytes bytes(Random random, int min, int max) {
    byte[] bytes = new byte[min + random.nextInt(max - min + 1)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) AWKWARD[random.nextInt(AWKWARD.length)];
    }
    return Bytes.wrap(bytes);
  }

  public static Version version(Random random) {
    return new Version(number(random), number(random), number(random));
  }

  /** Of any number of bits. */
  private static long number(Random random) {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }
}

package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class KeySpaceTest {

  private final KeySpace keys = new KeySpace(10, 1_024);
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void keysAreNumbered() {
    assertEquals(Bytes.of("row-000000000000"), keys.row(0));
    assertEquals(Bytes.of("row-000000012345"), keys.row(12_345));
    assertEquals(Bytes.of("row-999999999999"), keys.row(999_999_999_999L));
  }

  @Test
  void anyRowIsOneOfThem() {
    Set<Bytes> all = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      all.add(keys.row(i));
    }
    Set<Bytes> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      seen.add(keys.anyRow(random));
    }
    assertEquals(all, seen);
  }

  @Test
  void valuesDifferAndCannotBeCompressed() throws IOException {
    Bytes value = keys.value(random);
    assertEquals(1_024, value.length());
    assertNotEquals(value, keys.value(random));
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(compressed)) {
      deflater.write(value.toArray());
    }
    assertTrue(compressed.size() >= value.length());
  }

  @Test
  void limits() {
    assertThrows(IllegalArgumentException.class, () -> new KeySpace(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new KeySpace(1, 0));
    assertThrows(IllegalArgumentException.class, () -> new KeySpace(1_000_000_000_001L, 1));
  }
}

package io.zabdb.storage.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.storage.RandomCells;
import io.zabdb.storage.data.StorageException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CellKeyTest {

  private static final long SEED = 20_261_121;

  /** The order that the format promises, said without bytes. */
  private static final Comparator<CellKey> ORDER =
      Comparator.comparingLong((CellKey key) -> Token.of(key.row().array()))
          .thenComparing(CellKey::row)
          .thenComparingInt(CellKey::family)
          .thenComparing(CellKey::qualifier)
          .thenComparing(CellKey::version, Comparator.reverseOrder());

  private static CellKey random(Random random) {
    return new CellKey(
        RandomCells.bytes(random, 1, 3),
        random.nextInt(3) * 255,
        RandomCells.bytes(random, 0, 3),
        RandomCells.version(random));
  }

  /** A key that differs from another in one place or a few. */
  private static CellKey near(CellKey key, Random random) {
    CellKey other = random(random);
    return new CellKey(
        random.nextInt(4) == 0 ? other.row() : key.row(),
        random.nextInt(3) == 0 ? other.family() : key.family(),
        random.nextInt(2) == 0 ? other.qualifier() : key.qualifier(),
        random.nextInt(2) == 0 ? other.version() : key.version());
  }

  @Test
  void bytesCompareAsCellsDo() {
    Random random = new Random(SEED);
    for (int i = 0; i < 100_000; i++) {
      CellKey a = random(random);
      CellKey b = near(a, random);
      assertEquals(
          Integer.signum(ORDER.compare(a, b)),
          Integer.signum(Arrays.compareUnsigned(a.encode(), b.encode())),
          () -> "seed " + SEED + ": " + a + " and " + b);
    }
  }

  @Test
  void keysAreReadBack() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      CellKey key = random(random);
      assertEquals(key, CellKey.decode(key.encode()));
    }
  }

  /** The place of a column is in front of all its versions, and behind the columns before. */
  @Test
  void aPlaceIsNewerThanAnyVersion() {
    Random random = new Random(SEED);
    for (int i = 0; i < 50_000; i++) {
      CellKey a = random(random);
      CellKey b = near(a, random);
      byte[] place = CellKey.ofColumn(a.row(), a.family(), a.qualifier());
      assertTrue(CellKey.isPlace(place) && !CellKey.isPlace(a.encode()));
      assertEquals(a, CellKey.decodePlace(place, a.version()));
      assertEquals(a.family(), CellKey.familyOf(place));
      assertEquals(a.family(), CellKey.familyOf(a.encode()));
      boolean isOfColumn =
          a.row().equals(b.row())
              && a.family() == b.family()
              && a.qualifier().equals(b.qualifier());
      assertEquals(
          isOfColumn || ORDER.compare(a, b) < 0,
          Arrays.compareUnsigned(place, b.encode()) < 0,
          () -> "seed " + SEED + ": " + a + " and " + b);
      assertThrows(StorageException.class, () -> CellKey.decodePlace(a.encode(), a.version()));
      assertThrows(StorageException.class, () -> CellKey.decode(place));
    }
  }

  @Test
  void prefixesHoldWhatTheyShouldAndNothingElse() {
    Random random = new Random(SEED);
    for (int i = 0; i < 50_000; i++) {
      CellKey a = random(random);
      CellKey b = near(a, random);
      byte[] key = b.encode();
      boolean row = a.row().equals(b.row());
      boolean family = row && a.family() == b.family();
      boolean column = family && a.qualifier().equals(b.qualifier());
      assertEquals(row, within(CellKey.ofRow(a.row()), key));
      assertEquals(family, within(CellKey.ofFamily(a.row(), a.family()), key));
      byte[] prefix = CellKey.ofColumn(a.row(), a.family(), a.qualifier());
      assertEquals(column, within(prefix, key));
      assertEquals(prefix.length, CellKey.columnLength(a.encode()));
    }
  }

  private static boolean within(byte[] prefix, byte[] key) {
    return Arrays.compareUnsigned(prefix, key) <= 0
        && Arrays.compareUnsigned(key, CellKey.after(prefix)) < 0;
  }

  @Test
  void theBytesAreThoseOfTheDocumentation() {
    CellKey key =
        new CellKey(Bytes.of("123"), 2, Bytes.wrap(new byte[] {'q', 0}), version(0, 1, 0x203));
    assertEquals(
        "185b2d1b0d667f6a" + "3132330000" + "0002" + "7100ff0000" + "ff" + "fefe" + "fdfdfc",
        HexFormat.of().formatHex(key.encode()));
  }

  private static Version version(long move, long epoch, long counter) {
    return new Version(move, epoch, counter);
  }

  @Test
  void behindTheLastPrefixIsNothing() {
    assertNull(CellKey.after(new byte[] {-1, -1}));
    assertArrayEquals(new byte[] {8}, CellKey.after(new byte[] {7, -1}));
  }

  @Test
  void whatIsNoKeyIsCorrupt() {
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] garbage = RandomCells.bytes(random, 0, 40).array();
      try {
        CellKey.decode(garbage);
      } catch (StorageException e) {
        assertEquals(ErrorCode.CORRUPT, e.code());
        refused++;
      }
    }
    assertTrue(refused > 19_000, "refused " + refused);
    byte[] key = random(random).encode();
    assertThrows(StorageException.class, () -> CellKey.decode(Arrays.copyOf(key, key.length + 1)));
    assertThrows(StorageException.class, () -> CellKey.decode(Arrays.copyOf(key, key.length - 1)));
  }
}

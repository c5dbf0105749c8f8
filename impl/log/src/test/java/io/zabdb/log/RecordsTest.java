package io.zabdb.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

@SuppressWarnings("ByteBufferBackingArray") // of buffers that the test has made
class RecordsTest {

  private static final int SALT = 77;
  private static final Entry ENTRY = new Entry(2, 3, 4, 5, new byte[] {1, 2, 3});

  /** A record at offset 8 of a segment. */
  private static ByteBuffer segment(Entry entry) {
    ByteBuffer record = ByteBuffer.allocate(200);
    Records.putEntry(record, 9, entry, 6, SALT, 8);
    return ByteBuffer.allocate(8 + record.remaining()).position(8).put(record).rewind();
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    Records.Found found = Records.get(segment(ENTRY), 8, SALT, 8);
    assertEquals(Records.ENTRY, found.kind());
    assertEquals(9, found.index());
    assertEquals(ENTRY, found.entry());
    assertEquals(6, found.previous());
    assertEquals(64, found.paddedLength());
  }

  @Test
  void theFormatIsTheDocumentedOne() {
    ByteBuffer segment = segment(ENTRY);
    segment.putInt(8 + 4, 0);
    assertEquals(
        "0000000000000000"
            + "0000003b00000000"
            + "0000000600000001"
            + "0000000000000009"
            + "0000000000000002"
            + "0000000000000003"
            + "0000000000000004"
            + "0000000000000005"
            + "0102030000000000",
        HexFormat.of().formatHex(segment.array()));
  }

  @Test
  void anyFlippedBitIsNoticed() {
    int bits = segment(ENTRY).limit() * 8;
    assertEquals((8 + 64) * 8, bits);
    for (int bit = 8 * 8; bit < bits; bit++) {
      ByteBuffer segment = segment(ENTRY);
      segment.array()[bit / 8] ^= (byte) (1 << bit % 8);
      assertNull(Records.get(segment, 8, SALT, 8), "bit " + bit);
    }
  }

  @Test
  void aRecordOfAnotherSegmentOrPlaceIsNone() {
    assertNotNull(Records.get(segment(ENTRY), 8, SALT, 8));
    assertNull(Records.get(segment(ENTRY), 8, SALT + 1, 8));
    ByteBuffer moved = ByteBuffer.allocate(80).position(16).put(segment(ENTRY).position(8));
    assertNull(Records.get(moved.rewind(), 16, SALT, 16));
  }

  @Test
  void zerosAndShortFilesHoldNothing() {
    assertNull(Records.get(ByteBuffer.allocate(500), 0, SALT, 0));
    assertNull(Records.get(segment(ENTRY).limit(8 + 58), 8, SALT, 8));
    assertNull(Records.get(ByteBuffer.allocate(8), 8, SALT, 8));
  }

  @Test
  void onlyAMarkIsReadAsAMark() {
    ByteBuffer mark = ByteBuffer.allocate(100);
    Records.putMark(mark, new LogPosition(12, new Zxid(3, 4)), 6, SALT, 0);
    assertEquals(12, Records.getMark(mark, 0, SALT, 0).index());
    assertNull(Records.getMark(segment(ENTRY), 8, SALT, 8));
    assertNull(Records.getMark(segment(new Entry(2, 3, 4, 5, new byte[0])), 8, SALT, 8));
  }
}

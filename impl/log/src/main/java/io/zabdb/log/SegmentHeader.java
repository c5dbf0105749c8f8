package io.zabdb.log;

import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The first page of a segment file. It is synced before the segment becomes part of the log, and
 * not written again as long as it is.
 *
 * @param identity whose log
 * @param sequence the number of the segment, from 1; never used again
 * @param before where the segment goes on from: its first entry has the next index
 * @param previous the sequence of the segment with the entries up to there; 0: none, there is a
 *     checkpoint instead, or nothing
 */
record SegmentHeader(LogIdentity identity, long sequence, LogPosition before, long previous) {

  /** Records begin behind it. */
  static final int BYTES = 4096;

  private static final long MAGIC = 0x5A414244424C4F47L; // ZABDBLOG
  private static final int VERSION = 2;
  private static final int USED_BYTES = 80;
  private static final int CRC_OFFSET = USED_BYTES - Integer.BYTES;

  private static final int DIGITS = 16;
  private static final Pattern NAME = Pattern.compile("\\d{" + DIGITS + "}\\.segment");

  ByteBuffer encode() {
    ByteBuffer page = ByteBuffer.allocate(BYTES);
    page.putLong(MAGIC).putInt(VERSION);
    identity.put(page);
    page.putLong(sequence);
    before.put(page);
    page.putLong(previous);
    page.putInt(CRC_OFFSET, crc(page));
    return page.rewind();
  }

  /**
   * Reads a header.
   *
   * @return null if it is damaged
   */
  static SegmentHeader decode(ByteBuffer page) {
    if (page.limit() < BYTES
        || page.getLong(0) != MAGIC
        || page.getInt(Long.BYTES) != VERSION
        || page.getInt(CRC_OFFSET) != crc(page)) {
      return null;
    }
    ByteBuffer from = page.duplicate().position(Long.BYTES + Integer.BYTES);
    return new SegmentHeader(
        LogIdentity.get(from), from.getLong(), LogPosition.get(from), from.getLong());
  }

  /**
   * Tells the records of this segment from those of any other. It differs for certain, not just
   * most likely, from those of the 2^32 segments before it: their records may stand where this one
   * is to be written. A checksum of the record under one salt is never the one under another.
   */
  int salt() {
    ByteBuffer owner = ByteBuffer.allocate(LogIdentity.BYTES);
    identity.put(owner);
    CRC32C crc = new CRC32C();
    crc.update(owner.flip());
    return (int) crc.getValue() ^ (int) sequence;
  }

  private static int crc(ByteBuffer page) {
    CRC32C crc = new CRC32C();
    crc.update(page.duplicate().position(0).limit(CRC_OFFSET));
    return (int) crc.getValue();
  }

  static String fileName(long sequence) {
    String digits = Long.toString(sequence);
    return "0".repeat(DIGITS - digits.length()) + digits + ".segment";
  }

  /** The sequence in the name of a segment file. */
  static long sequence(String fileName) {
    return Long.parseLong(fileName.substring(0, fileName.indexOf('.')));
  }

  static boolean isSegment(String name) {
    return NAME.matcher(name).matches();
  }
}

package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The records of a segment: entries, and marks that say how far the log was synced.
 *
 * <pre>
 *  0 length    bytes without padding        16 index    of the entry; of a mark: how many are synced
 *  4 crc       of everything else           24 epoch    40 session
 *  8 previous  crc of the record before     32 counter  48 seq      56 payload, zeros to a multiple of 8
 * 12 kind      1 entry, 2 mark
 * </pre>
 *
 * <p>The checksum covers the salt of the segment and the offset of the record, too: bytes of
 * another segment or place, such as a log file that a client stored as a value, are no records
 * here.
 */
final class Records {

  static final int HEADER_BYTES = 56;
  static final int ALIGNMENT = 8;

  static final int ENTRY = 1;
  static final int MARK = 2;

  private static final int CRC_OFFSET = 4;
  private static final int PREVIOUS_OFFSET = 8;
  private static final byte[] NOTHING = {};

  private Records() {}

  /** A record as read; {@code entry} has no payload if it is a mark. */
  record Found(int kind, long index, Entry entry, int previous, int crc, int paddedLength) {}

  /** How many bytes of a file a record with this payload takes. */
  static int paddedLength(int payloadBytes) {
    return (HEADER_BYTES + payloadBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Writes a mark: the log was synced up to {@code synced}. */
  static int putMark(ByteBuffer into, LogPosition synced, int previous, int salt, long offset) {
    Zxid last = synced.last();
    Entry mark = new Entry(last.epoch(), last.counter(), 0, 0, NOTHING);
    return put(into, MARK, synced.length(), mark, previous, salt, offset);
  }

  /** Writes an entry. */
  static int putEntry(
      ByteBuffer into, long index, Entry entry, int previous, int salt, long offset) {
    return put(into, ENTRY, index, entry, previous, salt, offset);
  }

  /**
   * Writes a record from the start of the buffer and sets the limit behind its padding.
   *
   * @return its checksum
   */
  private static int put(
      ByteBuffer into, int kind, long index, Entry entry, int previous, int salt, long offset) {
    int crc = putHeader(into, kind, index, entry, previous, salt, offset);
    into.clear().position(HEADER_BYTES);
    into.put(entry.payload());
    while (into.position() % ALIGNMENT != 0) {
      into.put((byte) 0);
    }
    into.flip();
    return crc;
  }

  /**
   * Writes what comes before the payload of an entry, from the start of the buffer, and sets the
   * limit behind it: for a payload that is written by itself.
   *
   * @return the checksum of the whole record
   */
  static int putHeader(
      ByteBuffer into, int kind, long index, Entry entry, int previous, int salt, long offset) {
    into.clear();
    into.putInt(HEADER_BYTES + entry.payload().length).putInt(0).putInt(previous).putInt(kind);
    into.putLong(index).putLong(entry.epoch()).putLong(entry.counter());
    into.putLong(entry.session()).putLong(entry.seq());
    into.flip();
    CRC32C crc = crc(into, 0, HEADER_BYTES, salt, offset);
    crc.update(entry.payload());
    into.putInt(CRC_OFFSET, (int) crc.getValue());
    return (int) crc.getValue();
  }

  /**
   * Reads the mark at an offset of a segment. Looks at a fixed number of bytes, so that a search
   * for marks in damaged or hostile bytes takes linear time.
   *
   * @param at where it begins in the buffer
   * @param offset where it begins in the segment
   * @return null if there is none
   */
  static Found getMark(ByteBuffer part, int at, int salt, long offset) {
    if (part.limit() - at < HEADER_BYTES || part.getInt(at) != HEADER_BYTES) {
      return null;
    }
    Found found = get(part, at, salt, offset);
    return found != null && found.kind() == MARK ? found : null;
  }

  /**
   * Reads a record from a part of a segment.
   *
   * @param at where it begins in the buffer
   * @param offset where it begins in the segment
   * @return null if there is none that is whole
   */
  static Found get(ByteBuffer part, int at, int salt, long offset) {
    int room = part.limit() - at;
    if (room < HEADER_BYTES) {
      return null;
    }
    int length = part.getInt(at);
    if (length < HEADER_BYTES || length > room) {
      return null;
    }
    int crc = part.getInt(at + CRC_OFFSET);
    if (crc != (int) crc(part, at, length, salt, offset).getValue()
        || !isZero(part, at + length, at + paddedLength(length - HEADER_BYTES))) {
      return null;
    }
    ByteBuffer from = part.duplicate().position(at + PREVIOUS_OFFSET);
    int previous = from.getInt();
    int kind = from.getInt();
    long index = from.getLong();
    byte[] payload = new byte[length - HEADER_BYTES];
    Entry header =
        new Entry(from.getLong(), from.getLong(), from.getLong(), from.getLong(), payload);
    from.get(payload);
    return new Found(kind, index, header, previous, crc, paddedLength(payload.length));
  }

  /**
   * The padding is not in the checksum; a bit that flips there is a sign of damage all the same.
   */
  private static boolean isZero(ByteBuffer bytes, int start, int end) {
    for (int at = start; at < Math.min(end, bytes.limit()); at++) {
      if (bytes.get(at) != 0) {
        return false;
      }
    }
    return true;
  }

  /** How long the record at a place of a buffer says it is, without its padding. */
  static int length(ByteBuffer bytes, int at) {
    return bytes.getInt(at);
  }

  /** Of all that there is of a record in the buffer, but for its checksum. */
  private static CRC32C crc(ByteBuffer bytes, int start, int length, int salt, long offset) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Integer.BYTES + Long.BYTES).putInt(salt).putLong(offset).flip());
    crc.update(bytes.duplicate().position(start).limit(start + CRC_OFFSET));
    crc.update(bytes.duplicate().position(start + PREVIOUS_OFFSET).limit(start + length));
    return crc;
  }
}

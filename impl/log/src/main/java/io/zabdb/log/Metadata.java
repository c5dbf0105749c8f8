package io.zabdb.log;

import io.zabdb.core.step.EpochField;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What is known of a log beside its records.
 *
 * @param version counts the writes, from 1
 * @param acceptedEpoch {@code ZabState!acceptedEpoch}
 * @param currentEpoch {@code ZabState!currentEpoch}
 * @param base what a checkpoint covers; entries up to here may be gone
 * @param newest the sequence of the newest segment; 0: there is none. Newer files are unfinished
 * @param synced at least so many entries are on disk; fewer found means damage
 */
record Metadata(
    LogIdentity identity,
    long version,
    long acceptedEpoch,
    long currentEpoch,
    LogPosition base,
    long newest,
    long synced) {

  /** Each copy has a page of its own, so that writing one cannot tear the other. */
  static final int BYTES = 4096;

  private static final long MAGIC = 0x5A414244424D4554L; // ZABDBMET
  private static final int FORMAT_VERSION = 1;
  private static final int USED_BYTES = 104;
  private static final int CRC_OFFSET = USED_BYTES - Integer.BYTES;

  static Metadata first(LogIdentity identity) {
    return new Metadata(identity, 1, 0, 0, LogPosition.START, 0, 0);
  }

  Metadata withEpoch(EpochField field, long epoch) {
    return switch (field) {
      case ACCEPTED -> new Metadata(identity, version, epoch, currentEpoch, base, newest, synced);
      case CURRENT -> new Metadata(identity, version, acceptedEpoch, epoch, base, newest, synced);
    };
  }

  Metadata withBase(LogPosition position) {
    return new Metadata(identity, version, acceptedEpoch, currentEpoch, position, newest, synced);
  }

  Metadata withNewest(long sequence) {
    return new Metadata(identity, version, acceptedEpoch, currentEpoch, base, sequence, synced);
  }

  Metadata withSynced(long length) {
    return new Metadata(identity, version, acceptedEpoch, currentEpoch, base, newest, length);
  }

  Metadata next() {
    return new Metadata(identity, version + 1, acceptedEpoch, currentEpoch, base, newest, synced);
  }

  ByteBuffer encode() {
    ByteBuffer page = ByteBuffer.allocate(BYTES);
    page.putLong(MAGIC).putInt(FORMAT_VERSION);
    identity.put(page);
    page.putLong(version).putLong(acceptedEpoch).putLong(currentEpoch);
    base.put(page);
    page.putLong(newest).putLong(synced);
    page.putInt(CRC_OFFSET, crc(page));
    return page.rewind();
  }

  /**
   * Reads a copy.
   *
   * @return null if it is damaged
   */
  static Metadata decode(ByteBuffer page) {
    if (page.getLong(0) != MAGIC
        || page.getInt(Long.BYTES) != FORMAT_VERSION
        || page.getInt(CRC_OFFSET) != crc(page)) {
      return null;
    }
    ByteBuffer from = page.duplicate().position(Long.BYTES + Integer.BYTES);
    return new Metadata(
        LogIdentity.get(from),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        LogPosition.get(from),
        from.getLong(),
        from.getLong());
  }

  private static int crc(ByteBuffer page) {
    CRC32C crc = new CRC32C();
    crc.update(page.duplicate().position(0).limit(CRC_OFFSET));
    return (int) crc.getValue();
  }
}

package io.zabdb.log;

import io.zabdb.core.step.EpochField;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What is known of a log beside its records.
 *
 * @param disk the number of the disk, drawn when the log was begun; 0 if that was before disks had
 *     numbers
 * @param version counts the writes, from 1
 * @param acceptedEpoch {@code ZabState!acceptedEpoch}
 * @param currentEpoch {@code ZabState!currentEpoch}
 * @param base what a checkpoint covers; entries up to here may be gone
 * @param newest the sequence of the newest segment; 0: there is none. Newer files are unfinished
 * @param synced at least so many entries are on disk; fewer found means damage
 */
record Metadata(
    LogIdentity identity,
    long disk,
    long version,
    long acceptedEpoch,
    long currentEpoch,
    LogPosition base,
    long newest,
    long synced) {

  /** Each copy has a page of its own, so that writing one cannot tear the other. */
  static final int BYTES = 4096;

  private static final long MAGIC = 0x5A414244424D4554L; // ZABDBMET
  private static final int FORMAT_VERSION = 2;
  private static final int CRC_OFFSET = 108;

  /** Without the number of the disk. */
  private static final int UNNUMBERED_VERSION = 1;

  private static final int UNNUMBERED_CRC_OFFSET = CRC_OFFSET - Long.BYTES;

  static Metadata first(LogIdentity identity, long disk) {
    return new Metadata(identity, disk, 1, 0, 0, LogPosition.START, 0, 0);
  }

  Metadata withEpoch(EpochField field, long epoch) {
    return switch (field) {
      case ACCEPTED ->
          new Metadata(identity, disk, version, epoch, currentEpoch, base, newest, synced);
      case CURRENT ->
          new Metadata(identity, disk, version, acceptedEpoch, epoch, base, newest, synced);
    };
  }

  Metadata withBase(LogPosition position) {
    return new Metadata(
        identity, disk, version, acceptedEpoch, currentEpoch, position, newest, synced);
  }

  Metadata withNewest(long sequence) {
    return new Metadata(
        identity, disk, version, acceptedEpoch, currentEpoch, base, sequence, synced);
  }

  Metadata withSynced(long length) {
    return new Metadata(identity, disk, version, acceptedEpoch, currentEpoch, base, newest, length);
  }

  Metadata next() {
    return new Metadata(
        identity, disk, version + 1, acceptedEpoch, currentEpoch, base, newest, synced);
  }

  ByteBuffer encode() {
    ByteBuffer page = ByteBuffer.allocate(BYTES);
    page.putLong(MAGIC).putInt(FORMAT_VERSION);
    identity.put(page);
    page.putLong(version).putLong(acceptedEpoch).putLong(currentEpoch);
    base.put(page);
    page.putLong(newest).putLong(synced).putLong(disk);
    page.putInt(CRC_OFFSET, crc(page, CRC_OFFSET));
    return page.rewind();
  }

  /**
   * Reads a copy.
   *
   * @return null if it is damaged
   */
  static Metadata decode(ByteBuffer page) {
    int format = page.getInt(Long.BYTES);
    boolean numbered = format == FORMAT_VERSION;
    int crcOffset = numbered ? CRC_OFFSET : UNNUMBERED_CRC_OFFSET;
    if (page.getLong(0) != MAGIC
        || !(numbered || format == UNNUMBERED_VERSION)
        || page.getInt(crcOffset) != crc(page, crcOffset)) {
      return null;
    }
    ByteBuffer from = page.duplicate().position(Long.BYTES + Integer.BYTES);
    LogIdentity identity = LogIdentity.get(from);
    long version = from.getLong();
    long acceptedEpoch = from.getLong();
    long currentEpoch = from.getLong();
    LogPosition base = LogPosition.get(from);
    long newest = from.getLong();
    long synced = from.getLong();
    long disk = numbered ? from.getLong() : 0;
    return new Metadata(identity, disk, version, acceptedEpoch, currentEpoch, base, newest, synced);
  }

  private static int crc(ByteBuffer page, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(page.duplicate().position(0).limit(bytes));
    return (int) crc.getValue();
  }
}

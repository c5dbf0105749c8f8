package io.zabdb.log;

import io.zabdb.core.message.Entry;

/**
 * Sizes, in bytes, and a number of files. A log may be opened with other settings than it was
 * written with.
 *
 * @param segmentBytes the greatest size of a segment file, from 8 KiB to 256 MiB; recovery reads
 *     whole segments
 * @param maxPayloadBytes the greatest payload of an entry, from 1; a segment must hold it
 * @param preallocateBytes how far ahead the file is filled with zeros, from 4 KiB to {@code
 *     segmentBytes}: a sync within that writes data alone, not the size of the file. Only for
 *     segments that find no spare file
 * @param spares how many files of {@code segmentBytes} are kept for segments to come, from 0 to
 *     {@value #MAX_SPARES}. With as many as a purge frees, no file is written twice to be filled,
 *     and the greatest size of the directory is the same; with 0, every segment gets a new file
 */
public record LogSettings(int segmentBytes, int maxPayloadBytes, int preallocateBytes, int spares) {

  private static final int MAX_SPARES = 64;

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  public static final LogSettings DEFAULT = new LogSettings(32 * MIB, 16 * MIB, MIB, 4);

  public LogSettings {
    check("segmentBytes", segmentBytes, 8 * KIB, 256 * MIB);
    check("maxPayloadBytes", maxPayloadBytes, 1, maxPayload(segmentBytes));
    check("preallocateBytes", preallocateBytes, 4 * KIB, segmentBytes);
    check("spares", spares, 0, MAX_SPARES);
  }

  /** Refuses an entry whose payload is longer than {@code maxPayloadBytes}. */
  void checkPayload(Entry entry) {
    if (entry.payload().length > maxPayloadBytes) {
      throw new IllegalArgumentException(
          "payload of " + entry.payload().length + " bytes, but the limit is " + maxPayloadBytes);
    }
  }

  /** A segment holds its header, the record, and the marks behind it. */
  private static int maxPayload(int segmentBytes) {
    return segmentBytes
        - SegmentHeader.BYTES
        - SegmentWriter.MARKS_BYTES
        - Records.HEADER_BYTES
        - Records.ALIGNMENT;
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", but is " + value);
    }
  }
}

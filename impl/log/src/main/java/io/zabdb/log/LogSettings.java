package io.zabdb.log;

/**
 * Sizes, in bytes. A log may be opened with other settings than it was written with.
 *
 * @param segmentBytes the greatest size of a segment file, from 8 KiB to 256 MiB; recovery reads
 *     whole segments
 * @param maxPayloadBytes the greatest payload of an entry, from 1; a segment must hold it
 * @param preallocateBytes how far ahead the file is filled with zeros, from 4 KiB to {@code
 *     segmentBytes}: a sync within that writes data alone, not the size of the file
 */
public record LogSettings(int segmentBytes, int maxPayloadBytes, int preallocateBytes) {

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  public static final LogSettings DEFAULT = new LogSettings(64 * MIB, 16 * MIB, MIB);

  public LogSettings {
    check("segmentBytes", segmentBytes, 8 * KIB, 256 * MIB);
    check("maxPayloadBytes", maxPayloadBytes, 1, maxPayload(segmentBytes));
    check("preallocateBytes", preallocateBytes, 4 * KIB, segmentBytes);
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

package io.zabdb.bench.quota;

import io.zabdb.bench.report.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process may take.
 *
 * @param processors its share of processor time, in processors; 0: no limit
 * @param bytesPerSecond that it may read from its disk, and that it may write; 0: no limit
 */
public record Quota(double processors, long bytesPerSecond) {

  private static final double BYTES_PER_KIB = 1 << 10;

  /** Whether there is any limit. */
  public boolean isAny() {
    return hasProcessors() || hasBytes();
  }

  String describe() {
    List<String> parts = new ArrayList<>();
    if (hasProcessors()) {
      parts.add(processors + " processors");
    }
    if (hasBytes()) {
      parts.add(Figures.whole(bytesPerSecond / BYTES_PER_KIB) + " KiB/s read and as much written");
    }
    return String.join(", ", parts);
  }

  boolean hasProcessors() {
    return processors > 0;
  }

  boolean hasBytes() {
    return bytesPerSecond > 0;
  }
}

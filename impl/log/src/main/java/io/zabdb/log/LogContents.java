package io.zabdb.log;

import io.zabdb.log.file.LogFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log holds at present, for those who read it beside whoever writes. Thread-safe: it has the
 * monitor of the log while it looks, never while it reads.
 */
final class LogContents {

  /**
   * Who holds an entry.
   *
   * @param last the last entry that the segment holds at present
   */
  record Holder(SegmentHeader segment, long last) {}

  private final ReplicaLog log;
  private final LogFiles files;
  private final MetadataFile metadata;
  private final LogHealth health;
  private final Segments segments;

  LogContents(ReplicaLog log, LogDirectory directory, LogHealth health, Segments segments) {
    this.log = log;
    files = directory.files();
    metadata = directory.metadata();
    this.health = health;
    this.segments = segments;
  }

  /** See {@link ReplicaLog#verify}. */
  LogVerification verify() throws IOException {
    List<SegmentHeader> present;
    LogPosition until;
    synchronized (log) {
      health.check();
      present = segments.headers();
      until = log.synced();
    }
    long entries = 0;
    long bytes = 0;
    for (int i = 0; i < present.size(); i++) {
      LogPosition to = i + 1 < present.size() ? present.get(i + 1).before() : until;
      try (SegmentReader reader = SegmentReader.open(files, present.get(i))) {
        entries += reader.skipTo(to.length()).length() - present.get(i).before().length();
        bytes += reader.offset();
      } catch (IOException e) {
        if (isInUse(present.get(i))) {
          throw e;
        }
      }
    }
    return new LogVerification(entries, bytes);
  }

  /** The segments that are not written any more, oldest first. */
  List<LogScan.Sealed> sealed() {
    synchronized (log) {
      List<SegmentHeader> present = segments.headers();
      List<LogScan.Sealed> sealed = new ArrayList<>();
      for (int i = 0; i + 1 < present.size(); i++) {
        sealed.add(new LogScan.Sealed(present.get(i), present.get(i + 1).before().length()));
      }
      return sealed;
    }
  }

  boolean isInUse(SegmentHeader segment) {
    synchronized (log) {
      return segments.headers().contains(segment);
    }
  }

  /** Where an entry is that has been appended; null if it is purged, or not there. */
  Holder holder(long index) {
    synchronized (log) {
      long end = log.end().length();
      if (health.isClosed() || index > end || index <= metadata.current().base().length()) {
        return null;
      }
      return segments.holder(index, end);
    }
  }

  /** Whether an entry is still in a segment. */
  boolean isHeldBy(long index, SegmentHeader segment) {
    Holder holder = holder(index);
    return holder != null && holder.segment().equals(segment);
  }
}

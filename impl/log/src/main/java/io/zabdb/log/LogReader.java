package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads entries of a log that have been appended, synced or not, while others go on writing it.
 * Whoever reads on where a read ended finds the place at once; otherwise a segment is read from its
 * beginning. Takes no more memory than what it returns, and a {@link SegmentWindow}. It reads
 * disks, and any thread may call it.
 */
public final class LogReader {

  /** How many places where a read ended are remembered. */
  private static final int PLACES = 64;

  /** Where the next record of a segment begins, and the checksum of the one before. */
  private record RecordPlace(SegmentHeader segment, long offset, int previous, long index) {}

  private final LogFiles files;
  private final LogContents contents;

  /** By the index of the entry that comes next. Guarded by itself. */
  private final Map<Long, RecordPlace> places =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RecordPlace> eldest) {
          return size() > PLACES;
        }
      };

  LogReader(LogFiles files, LogContents contents) {
    this.files = files;
    this.contents = contents;
  }

  /**
   * Reads entries, at least one.
   *
   * @param first the index of the first of them
   * @param last the index of the last that is wanted; may not have been appended yet
   * @param maxBytes about what the entries may take in memory; a single one may take more
   * @throws EntriesGoneException if the first is not in the log
   * @throws CorruptLogException if what was written is not there
   */
  public List<Entry> read(long first, long last, long maxBytes) throws IOException {
    LogContents.Holder holder = contents.holder(first);
    if (holder == null) {
      throw new EntriesGoneException(first);
    }
    try {
      RecordPlace start = place(first, holder.segment());
      try (LogFile file = files.open(SegmentHeader.fileName(holder.segment().sequence()))) {
        return new SegmentScan(file, start).entries(first, Math.min(last, holder.last()), maxBytes);
      }
    } catch (IOException e) {
      if (contents.isHeldBy(first, holder.segment())) {
        throw e;
      }
      throw new EntriesGoneException(first);
    }
  }

  private RecordPlace place(long first, SegmentHeader segment) {
    synchronized (places) {
      RecordPlace known = places.remove(first);
      if (known != null && known.segment().equals(segment)) {
        return known;
      }
    }
    return new RecordPlace(
        segment, SegmentHeader.BYTES, segment.salt(), segment.before().length() + 1);
  }

  /** Goes through a segment once. */
  private final class SegmentScan {

    private final SegmentHeader segment;
    private final int salt;
    private final SegmentWindow window;
    private long offset;
    private int previous;
    private long index;

    SegmentScan(LogFile file, RecordPlace start) throws IOException {
      window = new SegmentWindow(file);
      segment = start.segment();
      salt = segment.salt();
      offset = start.offset();
      previous = start.previous();
      index = start.index();
    }

    List<Entry> entries(long first, long last, long maxBytes) throws IOException {
      List<Entry> entries = new ArrayList<>();
      long bytes = 0;
      while (index <= last && (entries.isEmpty() || bytes < maxBytes)) {
        Entry entry = next();
        if (index > first) {
          bytes += entry.payload().length + Records.HEADER_BYTES;
          entries.add(entry);
        }
      }
      synchronized (places) {
        places.put(index, new RecordPlace(segment, offset, previous, index));
      }
      return entries;
    }

    /** Reads the entry {@code index}, and counts that up. */
    private Entry next() throws IOException {
      while (true) {
        Records.Found found = window.record(offset, salt);
        if (found == null || found.previous() != previous) {
          throw damaged();
        }
        if (found.kind() == Records.ENTRY && found.index() != index) {
          throw damaged();
        }
        offset += found.paddedLength();
        previous = found.crc();
        if (found.kind() == Records.ENTRY) {
          index++;
          return found.entry();
        }
      }
    }

    private CorruptLogException damaged() {
      return new CorruptLogException(
          files.location() + "/" + SegmentHeader.fileName(segment.sequence()),
          offset,
          index,
          "the record of an entry that was written");
    }
  }
}

package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a log, the last of which is written. A segment from before a crash is not written
 * again: the first append begins another. Not thread-safe.
 */
final class Segments implements Closeable {

  private final LogFiles files;
  private final MetadataFile metadata;
  private final Spares spares;

  /** Oldest first. All but the last have entries. */
  private final List<SegmentHeader> segments;

  /** Writes the last one; null until one is begun. */
  private SegmentWriter writer;

  Segments(LogFiles files, MetadataFile metadata, Spares spares, List<SegmentHeader> recovered) {
    this.files = files;
    this.metadata = metadata;
    this.spares = spares;
    segments = new ArrayList<>(recovered);
  }

  /** Those there are, oldest first: a copy. */
  List<SegmentHeader> headers() {
    return List.copyOf(segments);
  }

  /**
   * The segment that holds an entry.
   *
   * @param end how many entries the log has
   */
  LogContents.Holder holder(long index, long end) {
    long last = end;
    for (int i = segments.size() - 1; i >= 0; i--) {
      SegmentHeader segment = segments.get(i);
      if (segment.before().length() < index) {
        return new LogContents.Holder(segment, last);
      }
      last = segment.before().length();
    }
    return null;
  }

  /** How many of the entries go into the segment that is written, the first ones. */
  int fitting(List<Entry> entries) {
    return writer == null ? 0 : writer.fitting(entries);
  }

  /** Appends entries that fit. */
  void append(long first, List<Entry> entries) throws IOException {
    writer.append(first, entries);
    if (writer.isQuarterFull()) {
      spares.want();
    }
  }

  /** What is written; there is one if an entry fits or has been appended. */
  SegmentWriter writer() {
    return writer;
  }

  /** Begins a segment behind an entry, which is synced; what was behind that is dropped. */
  void goOnFrom(LogPosition before) throws IOException {
    List<SegmentHeader> kept =
        segments.stream().filter(s -> s.before().length() < before.length()).toList();
    begin(before, kept, metadata.current().base());
  }

  /** Drops all segments and begins one behind a checkpoint. */
  void reset(LogPosition checkpoint) throws IOException {
    begin(checkpoint, List.of(), checkpoint);
  }

  /**
   * Begins a segment. It becomes part of the log, and what it does not go on from ceases to be, by
   * one write of the metadata.
   */
  private void begin(LogPosition before, List<SegmentHeader> kept, LogPosition base)
      throws IOException {
    Metadata known = metadata.current();
    long sequence = known.newest() + 1;
    long previous = kept.isEmpty() ? 0 : kept.get(kept.size() - 1).sequence();
    SegmentHeader header = new SegmentHeader(known.identity(), sequence, before, previous);
    SegmentWriter next = spares.begin(header);
    close();
    writer = next;
    metadata.update(m -> m.withBase(base).withNewest(sequence).withSynced(before.length()));
    List<SegmentHeader> dropped = new ArrayList<>(segments);
    dropped.removeAll(kept);
    drop(dropped);
    segments.add(header);
  }

  /** Drops the segments whose entries are all among the first {@code length}. */
  void purge(long length) throws IOException {
    List<SegmentHeader> purged = new ArrayList<>();
    for (int i = 0; i + 1 < segments.size(); i++) {
      if (segments.get(i + 1).before().length() <= length) {
        purged.add(segments.get(i));
      }
    }
    drop(purged);
  }

  /** Where the log stands behind entry {@code length}, which is not purged. */
  LogPosition positionOf(long length) throws IOException {
    LogPosition base = metadata.current().base();
    if (length == base.length()) {
      return base;
    }
    SegmentHeader holder = null;
    for (SegmentHeader segment : segments) {
      if (segment.before().length() < length) {
        holder = segment;
      }
    }
    try (SegmentReader reader = SegmentReader.open(files, holder)) {
      return reader.skipTo(length);
    }
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }

  /** Their files may be written again. The metadata on disk says that they are dropped. */
  private void drop(List<SegmentHeader> dropped) throws IOException {
    segments.removeAll(dropped);
    spares.drop(dropped);
  }
}

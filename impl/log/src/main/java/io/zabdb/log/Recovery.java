package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a log after a crash, or after a clean end.
 *
 * <p>The segments are followed from the newest, which the metadata names, back to the base; then
 * they are read in order. A record that is not whole ends the log if nothing says that it was
 * synced: a later segment, the metadata, or a mark further on. Otherwise it is damage. So a torn
 * write is cut, and an entry that the replica has vouched for is never skipped.
 *
 * <p>What nothing says was synced is written once more, as it was read, and synced: after a failed
 * sync the kernel shows pages that it could not write, and takes them for clean, so that a sync
 * alone proves nothing about what an earlier process wrote (decision 26).
 *
 * <p>Nothing is changed before all has been read and found good.
 */
final class Recovery {

  private static final Set<String> UNFINISHED = Set.of(MetadataFile.UNFINISHED, Spares.UNFINISHED);

  private static final int MAX_TOGETHER = 256 << 10;

  /**
   * The last segment.
   *
   * @param unproven where records begin that nobody knows to be on disk, in bytes
   * @param end where its records end, in bytes
   * @param size of its file, in bytes
   */
  private record Tail(SegmentHeader segment, long unproven, long end, long size) {}

  private final LogFiles files;
  private final MetadataFile metadata;
  private final LogSettings settings;
  private final Metadata known;
  private final Deque<SegmentHeader> segments = new ArrayDeque<>();
  private final long keepBytes;
  private final List<Entry> entries = new ArrayList<>();
  private long payloadBytes;

  /** How many of the entries, the first ones, are without their payload. */
  private int forgotten;

  private final List<Long> spares = new ArrayList<>();

  /**
   * @param keepBytes of payload, the newest, that are kept in memory
   */
  Recovery(LogFiles files, MetadataFile metadata, LogSettings settings, long keepBytes) {
    this.keepBytes = keepBytes;
    this.files = files;
    this.metadata = metadata;
    this.settings = settings;
    known = metadata.current();
  }

  /** Recovers the log; may be called once. */
  RecoveredLog run() throws IOException {
    findSegments();
    Tail tail = null;
    List<SegmentHeader> inOrder = segments();
    for (int i = 0; i < inOrder.size(); i++) {
      try (SegmentReader reader = SegmentReader.open(files, inOrder.get(i))) {
        long unproven = read(reader, i + 1 < inOrder.size() ? inOrder.get(i + 1).before() : null);
        tail = new Tail(inOrder.get(i), unproven, reader.offset(), reader.size());
      }
    }
    RecoveredLog recovered =
        new RecoveredLog(known.acceptedEpoch(), known.currentEpoch(), known.base(), entries);
    if (tail != null) {
      cut(tail);
    }
    removeAllBut(names());
    long length = recovered.end().length();
    if (known.synced() != length) {
      metadata.update(m -> m.withSynced(length));
    }
    return recovered;
  }

  /** The segments of the log, oldest first. */
  List<SegmentHeader> segments() {
    return List.copyOf(segments);
  }

  /** The sequences in the names of files that may be written again. */
  List<Long> spares() {
    return List.copyOf(spares);
  }

  private void findSegments() throws IOException {
    long sequence = known.newest();
    while (sequence != 0) {
      SegmentHeader header = SegmentReader.header(files, known.identity(), sequence);
      segments.addFirst(header);
      boolean reachesBase = header.before().length() <= known.base().length();
      if (!reachesBase && header.previous() == 0) {
        throw new CorruptLogException(
            files.location() + "/" + SegmentHeader.fileName(sequence),
            0,
            known.base().length() + 1,
            "to go on from " + known.base() + ", but it goes on from " + header.before());
      }
      sequence = reachesBase ? 0 : header.previous();
    }
  }

  /**
   * Reads the entries of a segment.
   *
   * @param next where the next segment goes on from; null if this is the last
   * @return where the records begin behind those that the metadata says were synced, in bytes
   */
  private long read(SegmentReader reader, LogPosition next) throws IOException {
    long most = next == null ? Long.MAX_VALUE : next.length();
    long unproven = reader.offset();
    while (reader.position().length() < most) {
      if (reader.position().length() <= known.synced()) {
        unproven = reader.offset();
      }
      Entry entry = reader.next();
      if (entry == null) {
        break;
      }
      keep(reader, entry);
    }
    long expected = next == null ? knownToBeSynced(reader) : most;
    if (reader.position().length() < expected) {
      throw reader.damaged("its record: " + expected + " entries were synced");
    }
    if (next != null && !reader.position().equals(next)) {
      throw reader.damaged("to have come to " + next + ", but came to " + reader.position());
    }
    return unproven;
  }

  private long knownToBeSynced(SegmentReader last) throws IOException {
    return Math.max(known.base().length(), Math.max(known.synced(), last.marksAhead()));
  }

  private void keep(SegmentReader reader, Entry entry) throws CorruptLogException {
    LogPosition position = reader.position();
    if (position.length() > known.base().length()) {
      entries.add(entry);
      payloadBytes += entry.payload().length;
      while (payloadBytes > keepBytes) {
        payloadBytes -= entries.get(forgotten).payload().length;
        entries.set(forgotten, entries.get(forgotten).withoutPayload());
        forgotten++;
      }
    } else if (position.length() == known.base().length() && !position.equals(known.base())) {
      throw reader.damaged("to have come to " + known.base() + ", but came to " + position);
    }
  }

  /** Removes a torn tail, and makes durable what is in front of it. */
  private void cut(Tail tail) throws IOException {
    try (LogFile file = files.open(SegmentHeader.fileName(tail.segment().sequence()))) {
      writeAgain(file, tail.unproven(), tail.end());
      file.sync();
      if (tail.end() < tail.size()) {
        file.truncate(tail.end());
      }
    }
  }

  private static void writeAgain(LogFile file, long from, long to) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(MAX_TOGETHER, to - from));
    for (long at = from; at < to; at += buffer.limit()) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
      file.read(buffer, at);
      file.write(buffer.flip(), at);
    }
  }

  private Set<String> names() {
    Set<String> names = new HashSet<>();
    names.add(MetadataFile.NAME);
    segments.forEach(header -> names.add(SegmentHeader.fileName(header.sequence())));
    return names;
  }

  /**
   * Removes what a crash has left: segments that are unfinished, cut off or purged; again if need
   * be. Whole files are kept as spares, the newest first: the next segment's may be among them.
   */
  private void removeAllBut(Set<String> used) throws IOException {
    List<String> unused = new ArrayList<>(files.names());
    unused.removeAll(used);
    unused.sort(Comparator.reverseOrder());
    for (String name : unused) {
      if (SegmentHeader.isSegment(name) && isSpare(SegmentHeader.sequence(name))) {
        spares.add(SegmentHeader.sequence(name));
      } else if (SegmentHeader.isSegment(name) || UNFINISHED.contains(name)) {
        files.delete(name);
      }
    }
  }

  /** A later name than that of the next segment would be in the way of another. */
  private boolean isSpare(long sequence) throws IOException {
    return spares.size() < settings.spares()
        && sequence <= known.newest() + 1
        && Spares.isWhole(files, settings, sequence);
  }
}

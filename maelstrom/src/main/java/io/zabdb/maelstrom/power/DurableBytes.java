package io.zabdb.maelstrom.power;

import io.zabdb.log.file.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * What of a file is on disk: its pages as they were synced last, in a copy. Knows which pages have
 * been written since. Thread-safe.
 */
final class DurableBytes implements AutoCloseable {

  /** A disk writes so much or nothing of it. */
  static final int PAGE_BYTES = 4 << 10;

  /** What a sync covers. */
  record Covered(long size, Map<Long, ByteBuffer> pages, Map<Long, Long> writes) {}

  private final FileChannel copy;

  /** The pages that were written since they were synced, each with the number of the write. */
  private final Map<Long, Long> dirty = new HashMap<>();

  /** Of the pages in the copy, the number of the last write that is in it. */
  private final Map<Long, Long> copied = new HashMap<>();

  private long writes;

  DurableBytes(Path path) throws IOException {
    copy = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Writes to the file. */
  synchronized void write(LogFile file, ByteBuffer from, long offset) throws IOException {
    long end = offset + from.remaining();
    long first = Math.min(offset, file.size()) / PAGE_BYTES;
    writes++;
    for (long page = first; page * PAGE_BYTES < end; page++) {
      dirty.put(page, writes);
    }
    file.write(from, offset);
  }

  /** The file is empty now; whether that is on disk is open. */
  synchronized void emptied() {
    dirty.clear();
  }

  /** Cuts the file, durably. */
  synchronized void truncate(LogFile file, long size) throws IOException {
    file.truncate(size);
    if (copy.size() > size) {
      copy.truncate(size);
    }
    dirty.keySet().removeIf(page -> page * PAGE_BYTES >= size);
  }

  /** A sync begins: what is written from now on is not covered by it. */
  synchronized Covered beginSync(LogFile file) throws IOException {
    Map<Long, ByteBuffer> pages = new HashMap<>();
    long size = file.size();
    for (long page : dirty.keySet()) {
      long from = page * PAGE_BYTES;
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(PAGE_BYTES, Math.max(0, size - from)));
      file.read(bytes, from);
      pages.put(page, bytes.flip());
    }
    return new Covered(size, pages, new HashMap<>(dirty));
  }

  /** The sync has succeeded. */
  synchronized void endSync(LogFile file, Covered covered) throws IOException {
    long size = Math.min(covered.size(), file.size());
    for (Map.Entry<Long, ByteBuffer> each : covered.pages().entrySet()) {
      long page = each.getKey();
      long write = covered.writes().get(page);
      // A sync that began later may have ended before.
      if (copied.getOrDefault(page, 0L) < write) {
        copied.put(page, write);
        copy(each.getValue(), page * PAGE_BYTES, size);
      }
    }
    if (copy.size() < size) {
      copy.write(ByteBuffer.wrap(new byte[1]), size - 1);
    } else if (copy.size() > file.size()) {
      copy.truncate(file.size());
    }
    dirty.entrySet().removeAll(covered.writes().entrySet());
  }

  private void copy(ByteBuffer bytes, long from, long size) throws IOException {
    bytes.limit((int) Math.max(0, Math.min(bytes.limit(), size - from)));
    while (bytes.hasRemaining()) {
      copy.write(bytes, from + bytes.position());
    }
  }

  @Override
  public synchronized void close() throws IOException {
    copy.close();
  }
}

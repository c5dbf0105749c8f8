package io.zabdb.log.file;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** The bytes of a simulated file: as the process sees them, and as they are on the disk. */
final class PowerLossFile {

  private final int pageBytes;
  private byte[] seen = {};
  private byte[] durable = {};
  private final TreeSet<Integer> dirty = new TreeSet<>();

  PowerLossFile(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  PowerLossFile copy() {
    PowerLossFile copy = new PowerLossFile(pageBytes);
    copy.seen = seen.clone();
    copy.durable = seen.clone();
    return copy;
  }

  /** What would be left if nothing was that is not synced. */
  PowerLossFile syncedCopy() {
    PowerLossFile copy = new PowerLossFile(pageBytes);
    copy.seen = durable.clone();
    copy.durable = durable.clone();
    return copy;
  }

  byte[] seen() {
    return seen;
  }

  void write(byte[] bytes, long offset, Random random) {
    int from = Math.toIntExact(offset);
    int firstByte = Math.min(from, seen.length);
    if (seen.length < from + bytes.length) {
      seen = Arrays.copyOf(seen, from + bytes.length);
    }
    System.arraycopy(bytes, 0, seen, from, bytes.length);
    for (int page = firstByte / pageBytes; page * pageBytes < from + bytes.length; page++) {
      dirty.add(page);
    }
    if (random.nextInt(8) == 0) {
      // The kernel writes a page of its own accord.
      writeBack(dirty.floor(random.nextInt(dirty.last() + 1)));
    }
  }

  void resize(int size) {
    seen = Arrays.copyOf(seen, size);
    dirty.removeIf(page -> page * pageBytes >= size);
  }

  /** The new size is durable; bytes in front of it are not. */
  void truncate(int size) {
    resize(size);
    durable = Arrays.copyOf(durable, Math.min(size, durable.length));
  }

  void sync() {
    if (durable.length != seen.length) {
      durable = Arrays.copyOf(durable, seen.length);
    }
    dirty.forEach(this::writeBack);
    dirty.clear();
  }

  /** What is written while a sync runs is not covered by it; the sync ends with the action. */
  Runnable beginSync() {
    int size = seen.length;
    Map<Integer, byte[]> pages = new TreeMap<>();
    for (int page : dirty) {
      int from = page * pageBytes;
      pages.put(page, Arrays.copyOfRange(seen, from, Math.min(from + pageBytes, size)));
    }
    return () -> endSync(size, pages);
  }

  private void endSync(int size, Map<Integer, byte[]> pages) {
    int now = Math.min(size, seen.length);
    if (durable.length < now) {
      durable = Arrays.copyOf(durable, now);
    }
    pages.forEach(
        (page, bytes) -> {
          int from = page * pageBytes;
          int length = Math.min(bytes.length, seen.length - from);
          if (length <= 0) {
            return;
          }
          if (durable.length < from + length) {
            durable = Arrays.copyOf(durable, from + length);
          }
          System.arraycopy(bytes, 0, durable, from, length);
          int end = Math.min(from + pageBytes, seen.length);
          if (Arrays.equals(bytes, 0, length, seen, from, end)) {
            dirty.remove(page);
          }
        });
  }

  /** As Linux does it: what could not be written counts as clean, and is lost. */
  void failSync(Random random) throws IOException {
    dirty.forEach(page -> writeBack(random.nextBoolean() ? page : null));
    dirty.clear();
    throw new IOException("Input/output error");
  }

  /** Any of the pages that were not synced survive. */
  void losePower(Random random) {
    dirty.forEach(page -> writeBack(random.nextBoolean() ? page : null));
    dirty.clear();
    int size = durable.length;
    int longer = seen.length - size;
    if (longer > 0) {
      size += random.nextInt(longer + 1);
    } else if (longer < 0 && random.nextBoolean()) {
      size = seen.length;
    }
    durable = Arrays.copyOf(durable, size);
    seen = durable.clone();
  }

  void flip(int offset, int bit) {
    seen[offset] ^= (byte) (1 << bit);
    if (offset < durable.length) {
      durable[offset] ^= (byte) (1 << bit);
    }
  }

  private void writeBack(Integer page) {
    if (page == null) {
      return;
    }
    int from = page * pageBytes;
    int to = Math.min(from + pageBytes, seen.length);
    if (durable.length < to) {
      durable = Arrays.copyOf(durable, to);
    }
    System.arraycopy(seen, from, durable, from, to - from);
  }
}

package io.zabdb.storage.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What the compactions of one tree read that are due, and what the next one will read. RocksDB says
 * how near each level is (its score: 1 is due); which files it takes is told from their ranges of
 * keys: all of level 0 with what they overlap in the level below, of a deeper level the file that
 * overlaps least for its size ({@code kMinOverlappingRatio}). What level 0 adds to the level below
 * may make that one due as well, at once.
 *
 * <p>RocksDB's own {@code estimate-pending-compaction-bytes} does without: it leaves out the level
 * below level 0 while that is the last one, and counts a deeper level only as far as it is too
 * large, though whole files are read.
 *
 * <p>Not thread-safe.
 */
final class CompactionForecast {

  /**
   * A file of a tree.
   *
   * @param size in bytes
   * @param compacting whether a compaction reads it now
   */
  record LiveFile(int level, byte[] smallest, byte[] largest, long size, boolean compacting) {}

  private static final double DUE = 1;
  private static final double NEAR = 0.5;
  private static final int PERCENT = 100;

  private final List<List<LiveFile>> levels;
  private final int baseLevel;
  private final double[] scores;
  private final long levelBytes;

  private long due;
  private long next;
  private int percent;
  private long near;

  /**
   * @param files of one tree
   * @param baseLevel into which level 0 is compacted
   * @param scores of the levels, from 0 on
   * @param levelBytes of a base level that is empty now, from which on it is compacted further
   */
  CompactionForecast(List<LiveFile> files, int baseLevel, double[] scores, long levelBytes) {
    this.baseLevel = baseLevel;
    this.scores = scores.clone();
    this.levelBytes = levelBytes;
    levels = new ArrayList<>();
    for (int level = 0; level < scores.length; level++) {
      levels.add(new ArrayList<>());
    }
    for (LiveFile file : files) {
      if (file.compacting()) {
        due += file.size();
      } else {
        levels.get(file.level()).add(file);
      }
    }
    for (List<LiveFile> level : levels.subList(1, levels.size())) {
      level.sort(Comparator.comparing(LiveFile::smallest, Arrays::compareUnsigned));
    }
    forecastLevel0();
    for (int level = 1; level < levels.size() - 1; level++) {
      forecastLevel(level);
    }
  }

  /** Bytes that compactions read which run or are due. */
  long dueBytes() {
    return due;
  }

  /** Bytes that a compaction will read that is not due yet. */
  long nextBytes() {
    return next;
  }

  /** How near that compaction is, below 100. */
  int nextPercent() {
    return percent;
  }

  /** Bytes that the greatest compaction reads which is half due, but not due yet. */
  long nearBytes() {
    return near;
  }

  private void forecastLevel0() {
    List<LiveFile> files = levels.get(0);
    if (files.isEmpty()) {
      return;
    }
    byte[] from = files.get(0).smallest();
    byte[] to = files.get(0).largest();
    for (LiveFile file : files) {
      from = Arrays.compareUnsigned(file.smallest(), from) < 0 ? file.smallest() : from;
      to = Arrays.compareUnsigned(file.largest(), to) > 0 ? file.largest() : to;
    }
    long bytes = size(files);
    long reads = bytes + overlap(baseLevel, from, to);
    if (baseLevel + 1 < levels.size() && overflows(baseLevel, bytes)) {
      reads += overlap(baseLevel + 1, from, to);
    }
    add(reads, scores[0]);
  }

  /** Whether so many bytes more make it due. */
  private boolean overflows(int level, long bytes) {
    long present = size(levels.get(level));
    double most = present == 0 || scores[level] == 0 ? levelBytes : present / scores[level];
    return present + bytes > most;
  }

  private void forecastLevel(int level) {
    long reads = 0;
    double least = Double.MAX_VALUE;
    for (LiveFile file : levels.get(level)) {
      long overlap = overlap(level + 1, file.smallest(), file.largest());
      double ratio = (double) overlap / Math.max(1, file.size());
      if (ratio < least) {
        least = ratio;
        // What overlaps nothing is moved, not read.
        reads = overlap == 0 ? 0 : file.size() + overlap;
      }
    }
    add(reads, scores[level]);
  }

  private void add(long reads, double score) {
    if (score >= NEAR && score < DUE) {
      near = Math.max(near, reads);
    }
    if (score >= DUE) {
      due += reads;
    } else if (reads * score > (double) next * percent / PERCENT) {
      next = reads;
      percent = (int) (score * PERCENT);
    }
  }

  private static long size(List<LiveFile> files) {
    return files.stream().mapToLong(LiveFile::size).sum();
  }

  /** Bytes of the files of a level, not 0, that have something in a range. */
  private long overlap(int level, byte[] from, byte[] to) {
    List<LiveFile> files = levels.get(level);
    long bytes = 0;
    for (int i = firstThatEndsAt(files, from); i < files.size(); i++) {
      if (Arrays.compareUnsigned(files.get(i).smallest(), to) > 0) {
        break;
      }
      bytes += files.get(i).size();
    }
    return bytes;
  }

  /** The first file whose end does not lie before a key; by bisection. */
  private static int firstThatEndsAt(List<LiveFile> files, byte[] key) {
    int low = 0;
    int high = files.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(files.get(middle).largest(), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

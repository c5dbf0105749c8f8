package io.zabdb.bench.tasks;

/**
 * A flush or a compaction of one tree of a store.
 *
 * @param tree its column family; empty where RocksDB does not tell
 * @param job RocksDB's number
 * @param reason RocksDB's word for it
 * @param startMicros since 1970
 * @param endMicros since 1970; {@link #UNDER_WAY} if no end is known
 * @param inputFiles of a compaction; of a flush, memtables
 * @param outputBytes of the files that have been written so far
 * @param outputLevel -1 while under way
 */
public record StoreTask(
    Kind kind,
    String tree,
    int job,
    String reason,
    long startMicros,
    long endMicros,
    int inputFiles,
    long inputBytes,
    int outputFiles,
    long outputBytes,
    int outputLevel) {

  public static final long UNDER_WAY = Long.MAX_VALUE;

  private static final double MICROS = 1e6;

  /** What was done. */
  public enum Kind {
    FLUSH,
    COMPACTION
  }

  /** Whether this is a compaction that reads at least so many bytes. */
  public boolean isCompaction(long leastBytes) {
    return kind == Kind.COMPACTION && inputBytes >= leastBytes;
  }

  /** Whether its end is known. */
  public boolean hasEnded() {
    return endMicros != UNDER_WAY;
  }

  /** How long it took; NaN while under way. */
  public double seconds() {
    return hasEnded() ? (endMicros - startMicros) / MICROS : Double.NaN;
  }

  StoreTask withOutput(long bytes) {
    return new StoreTask(
        kind,
        tree,
        job,
        reason,
        startMicros,
        endMicros,
        inputFiles,
        inputBytes,
        outputFiles + 1,
        outputBytes + bytes,
        outputLevel);
  }

  StoreTask ended(long micros, int level) {
    return new StoreTask(
        kind,
        tree,
        job,
        reason,
        startMicros,
        micros,
        inputFiles,
        inputBytes,
        outputFiles,
        outputBytes,
        level);
  }

  StoreTask in(String family) {
    return new StoreTask(
        kind,
        family,
        job,
        reason,
        startMicros,
        endMicros,
        inputFiles,
        inputBytes,
        outputFiles,
        outputBytes,
        outputLevel);
  }
}

package io.zabdb.storage.tree;

/**
 * How much compaction work waits (ACaZoo: temperature), told by what compactions read: that is what
 * they take from requests, of the disk and of the processor.
 *
 * @param dueBytes that the compactions read which run, or would begin at once if they might
 * @param nextBytes that a compaction will read which is not due yet
 * @param nextPercent how near that one is: at 100 it is due
 * @param nearBytes that the greatest compaction reads which is not due, but half so or more: the
 *     next flush may make it due
 * @param level0Files in the tree that has most
 * @param running compactions that run
 * @param delayedWriteRate in bytes a second, to which writes are slowed down; 0: they are not
 * @param stopped whether writes are stopped
 */
public record TreePressure(
    long dueBytes,
    long nextBytes,
    int nextPercent,
    long nearBytes,
    long level0Files,
    long running,
    long delayedWriteRate,
    boolean stopped) {

  public static final TreePressure NONE = new TreePressure(0, 0, 0, 0, 0, 0, 0, false);

  /** Of a store whose next compaction is far away. */
  public static TreePressure due(long dueBytes, long level0Files, long running) {
    return new TreePressure(dueBytes, 0, 0, 0, level0Files, running, 0, false);
  }
}

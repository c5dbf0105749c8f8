package io.zabdb.storage.tree;

/**
 * How much compaction work waits (ACaZoo: temperature).
 *
 * @param pendingBytes that are to be compacted, in all trees; an estimate
 * @param level0Files in the tree that has most
 * @param running compactions that run
 * @param delayedWriteRate in bytes a second, to which writes are slowed down; 0: they are not
 * @param stopped whether writes are stopped
 */
public record Pressure(
    long pendingBytes, long level0Files, long running, long delayedWriteRate, boolean stopped) {

  public static final Pressure NONE = new Pressure(0, 0, 0, 0, false);
}

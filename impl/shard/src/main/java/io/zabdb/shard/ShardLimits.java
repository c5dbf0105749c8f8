package io.zabdb.shard;

/**
 * How much a group keeps of partitions. Constants: replicas that disagreed on them would not stay
 * equal.
 */
public final class ShardLimits {

  /** Of the partitions of a group, in whichever phase. */
  public static final int PARTITIONS = 1_024;

  /** Of the partitions that a group gave away and of which it still knows to whom. */
  public static final int HEIRS = 1_024;

  /** Of the sessions that a partition remembers. */
  public static final int SESSIONS = 65_536;

  /** Of the number of an attempt; far below what would overflow. */
  public static final long NUMBER = 1L << 62;

  /** Of the recorded result of an update, in bytes. */
  public static final int RESULT = 256;

  /** Of what names or holds the cells of a copy, in bytes. */
  public static final int CELLS = 1 << 20;

  /**
   * Of a copy, in bytes: what it has at most by the limits above, each session with its number and
   * that of its update. So any copy that a partition may have fits into a command.
   */
  public static final int COPY = CELLS + SESSIONS * (2 * Long.BYTES + RESULT);

  private ShardLimits() {}
}

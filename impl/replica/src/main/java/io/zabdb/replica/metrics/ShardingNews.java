package io.zabdb.replica.metrics;

/** How far a leader has come with a split or a merge. */
public enum ShardingNews {
  /** The log says that it is under way. */
  BEGUN,
  /** A leader before this one began it. */
  RESUMED,
  /** A partition is two. */
  SPLIT,
  /** Two partitions are one. */
  MERGED,
  /** All is as it was. */
  GIVEN_UP
}

package io.zabdb.replica.health;

/** What an ailment means. */
public enum Severity {
  /** Work is slower: it counts as compaction pressure. */
  STRAINED,
  /** Must neither lead nor be chosen to, as long as somebody else can; the node is not ready. */
  UNFIT
}

package io.zabdb.simulator.fault;

/** The kinds of faults of profile {@code node}. */
public enum NodeFaultKind {
  KILL,
  POWER_LOSS,
  POWER_LOSS_OF_ALL,
  POWER_LOSS_AT_SUCCESS,
  PAUSE,
  CUT_LINK,
  ISOLATE,
  SPLIT,
  BREAK_CONNECTION,
  SLOW_LINK,
  LOSE_DATAGRAMS,
  SLOW_DISK,
  FULL_DISK,
  READ_FAILURE,
  WRITE_FAILURE,
  SYNC_FAILURE,
  ROT,
  REPLACE_DISK,
  LOSE_LOG,
  COMPACTION_DEBT,
  TRANSFER,
  RINGS_AWAY,
  RINGS_STALE,
  RINGS_LIE
}

package io.zabdb.core.trace;

/**
 * The actions of {@code specs/transfer} that a replica takes, under their own names. Each has one
 * method in {@code LeadershipTransfer}: the same name with a small first letter. {@code Elect},
 * {@code Join}, {@code Crash} and {@code Restart} are made of Zab's actions; {@code TakeOffice} is
 * where an election or a transfer has succeeded.
 */
public enum TransferAction {
  Grow,
  FallIll,
  Recover,
  SendReport,
  HandleReport,
  GrantPermit,
  StartCompaction,
  CompactFreely,
  FinishCompaction,
  BeginTransfer,
  RequestTransfer,
  AbortTransfer,
  TimeOutTransfer,
  HandOver,
  Tick,
  CompactStep,
  StartEpoch,
  TakeOffice
}

package io.zabdb.core.trace;

/**
 * The variables of {@code specs/transfer/LeadershipTransfer.tla} at one replica, under their own
 * names. Those of a leader have their initial values in others. The variable {@code role} is
 * "leader" where {@link #leads()} holds.
 */
public interface TransferView {

  /** The member number of this replica, from 0. */
  int self();

  /** How many members the group has. */
  int members();

  boolean leads();

  /** The latest epoch joined. */
  long epoch();

  /** In levels, from 0 to {@code MaxPressure}. */
  int pressure();

  /** Whether it is fit to lead: not in the spec's {@code unfit}. */
  boolean fit();

  /** Odd while a heavy compaction runs. */
  long run();

  // -- of a leader

  /** From 0 to {@code Behind}; of another than a leader {@code Behind}, its own is 0. */
  long lag(int member);

  /** The successor chosen, or -1. */
  int target();

  /** In ticks. */
  int waiting();

  /** The run that a member reported last in this epoch; -1 for none. */
  long heardRun(int member);

  /**
   * The level that a member reported last in this epoch; 0 for none. Above {@code MaxPressure}: it
   * is not fit to lead.
   */
  int heardPressure(int member);

  /** The newest run permitted to a member; 0 for none. */
  long granted(int member);
}

package io.zabdb.testkit.sim.fault;

/**
 * The kinds of faults, and of maintenance that faults interfere with. Each has a time, most have a
 * target and an end.
 */
public enum FaultKind {
  /** One direction of a link carries nothing. */
  CUT_LINK(true),
  /** A node hears the others, but they do not hear it. */
  MUTE(true),
  /** A node is heard by the others, but does not hear them. */
  DEAF(true),
  /**
   * A node hears a minority late; half-way the others cease to hear it at all. If it leads, it goes
   * on for a while on the strength of old answers.
   */
  STALE_VIEW(true),
  /** A node reaches none of the others, nor they it; clients perhaps still do. */
  ISOLATE(true),
  /** The nodes fall into two parts that do not reach each other. */
  SPLIT(true),
  /** All connections between two nodes break. */
  BREAK_CONNECTION(false),
  /** A link takes long. */
  SLOW_LINK(true),
  /** A node reads so slowly from the others that what they send it piles up. */
  SLOW_READER(true),
  /** All links take sometimes longer, sometimes shorter: connections overtake each other. */
  JITTER(true),
  LOSE_DATAGRAMS(true),
  DOUBLE_DATAGRAMS(true),
  DELAY_DATAGRAMS(true),

  /** A node loses power, and what is not synced. */
  POWER_LOSS(true),
  /** All nodes lose power at once. */
  POWER_LOSS_OF_ALL(true),
  /** A process is killed; what it wrote stays. */
  KILL(true),
  /** A process is killed and started again at once. */
  RESTART(false),
  /** Power is lost in the middle of a step, at a delicate moment. */
  AMBUSH(false),
  /** A process stands still, as after SIGSTOP or in a long pause of the garbage collector. */
  PAUSE(true),

  SLOW_DISK(true),
  FULL_DISK(true),
  /** A sync fails; the process must end. */
  SYNC_FAILURE(false),
  /** A bit flips in a record of the log; found when the node starts the next time. */
  ROT(false),

  /**
   * A node's disk is replaced by an empty one while the process is down. At most as many as the
   * group can spare learn at a time.
   */
  REPLACE_DISK(true),
  /** The same at a majority, or all but one of the members at once; the group may stop for good. */
  REPLACE_MAJORITY(true),

  /** A clock goes faster or slower. */
  CLOCK_SKEW(true),
  /** A clock jumps forward: many ticks at once. */
  CLOCK_JUMP(false),

  /** A wall clock is set to anything, or runs at another rate; then it is set right. */
  WRONG_CLOCK(true),
  /** The same of the clock of the node that leads. */
  LEADERS_CLOCK(true),

  /** Compaction work piles up at a node. */
  PRESSURE(false),
  /** A node should not lead: it is told that something is wrong with it. */
  ILLNESS(true),
  /** An operator wants leadership moved. */
  TRANSFER(false),
  /** An operator wants other members, or those back that there were before. */
  CHANGE_MEMBERS(false),
  /** An operator changes how leaders choose their successors. */
  POLICY_CHANGE(false),
  /**
   * Nodes are told lies about who leads and who should, and to give up their roles: the protocol is
   * safe whatever the election says.
   */
  CHAOTIC_ELECTION(true),
  /** A node is to give up its role. */
  STEP_DOWN(false),
  /** A node takes a checkpoint and purges its log. */
  CHECKPOINT(false);

  private final boolean lasting;

  FaultKind(boolean lasting) {
    this.lasting = lasting;
  }

  /** Whether it has an end, apart from its beginning. */
  public boolean isLasting() {
    return lasting;
  }
}

package io.zabdb.core.group;

/**
 * What a replica is told at its start. Times are in ticks of its own clock; how long a tick is, is
 * the driver's business (the node's default is 10 ms).
 *
 * @param self the member number of this replica, from 0
 * @param members how many members found the group, 1 to {@value Members#MAX_MEMBERS}; their numbers
 *     are the first
 * @param slots how many numbers there are: those from {@code members} on are for members that join
 *     later; {@code members} to {@value Members#MAX_MEMBERS}
 * @param incarnation grows with each start of this replica; below 2^31
 * @param timing how long to wait for what
 * @param limits how much to take on
 * @param transfer when and to whom to hand leadership over
 * @param foundingWait for how many ticks a replica that founds its group alone looks for others
 *     first: the group may have grown since it was founded, and its disk be another one; from 0
 * @param founds whether it may found the group, if nobody remembers anything and its number is one
 *     of the first; not if it had left the group, and takes it again
 * @param hasFiles whether replicas have files that do not travel through the log: then a disk that
 *     takes another one's place counts once the driver says that its replica is whole ({@link
 *     io.zabdb.core.step.Input.MemberIsWhole}), and else as soon as it has the log
 */
public record Settings(
    int self,
    int members,
    int slots,
    long incarnation,
    Timing timing,
    Limits limits,
    TransferSettings transfer,
    int foundingWait,
    boolean founds,
    boolean hasFiles) {

  private static final long MAX_INCARNATIONS = 1L << 31;

  public Settings {
    require(
        members >= 1 && members <= Members.MAX_MEMBERS,
        "members",
        members,
        "1 to " + Members.MAX_MEMBERS);
    require(
        slots >= members && slots <= Members.MAX_MEMBERS,
        "slots",
        slots,
        members + " to " + Members.MAX_MEMBERS);
    require(self >= 0 && self < slots, "self", self, "0 to " + (slots - 1));
    require(
        incarnation >= 0 && incarnation < MAX_INCARNATIONS,
        "incarnation",
        incarnation,
        "0 to 2^31 - 1");
    require(foundingWait >= 0, "foundingWait", foundingWait, "0 or more");
  }

  /** Of a replica that may found its group, at once if it does so alone. */
  public Settings(
      int self,
      int members,
      int slots,
      long incarnation,
      Timing timing,
      Limits limits,
      TransferSettings transfer) {
    this(self, members, slots, incarnation, timing, limits, transfer, 0, true, false);
  }

  /** Of a group whose members do not change. */
  public Settings(
      int self,
      int members,
      long incarnation,
      Timing timing,
      Limits limits,
      TransferSettings transfer) {
    this(self, members, members, incarnation, timing, limits, transfer);
  }

  /** Default settings of leadership transfer. */
  public Settings(int self, int members, long incarnation, Timing timing, Limits limits) {
    this(self, members, incarnation, timing, limits, TransferSettings.DEFAULT);
  }

  /** Whether no other member founds the group. */
  public boolean isLoneFounder() {
    return members == 1 && self == 0;
  }

  /** Default timing, limits and leadership transfer. */
  public static Settings of(int self, int members, long incarnation) {
    return new Settings(self, members, incarnation, Timing.DEFAULT, Limits.DEFAULT);
  }

  private static void require(boolean valid, String name, long value, String range) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is " + value + ", allowed is " + range);
    }
  }

  /**
   * How long to wait, in ticks, each at least 1. A round trip between members must take less than
   * half a {@code followerTimeout}: a read's round that takes longer is begun anew, and again.
   *
   * @param heartbeat between a leader's rounds of PING, and between notifications
   * @param followerTimeout a follower gives its leader up after hearing nothing for this long; more
   *     than twice the heartbeat
   * @param leaderTimeout an established leader steps down when a quorum has been silent for this
   *     long
   * @param electionWait how long to wait for the votes of members that do not answer
   * @param electionTimeout how long to try to become established, or to join a leader
   * @param synchronizationTimeout a follower that is being synchronized waits this long for the
   *     next message
   * @param restAfter after how long without anything to do a group rests; from 0, which is never
   */
  public record Timing(
      int heartbeat,
      int followerTimeout,
      int leaderTimeout,
      int electionWait,
      int electionTimeout,
      int synchronizationTimeout,
      int restAfter) {

    /** The longest rest, in timeouts of a follower. */
    private static final int REST_LENGTH = 20;

    private static final int RESTS_MISSED = 3;

    public static final Timing DEFAULT = new Timing(4, 24, 24, 3, 50, 100);

    public Timing {
      require(heartbeat >= 1, "heartbeat", heartbeat, "1 or more");
      require(
          followerTimeout > 2 * heartbeat,
          "followerTimeout",
          followerTimeout,
          "more than twice the heartbeat of " + heartbeat);
      require(
          leaderTimeout > 2 * heartbeat,
          "leaderTimeout",
          leaderTimeout,
          "more than twice the heartbeat of " + heartbeat);
      require(electionWait >= 1, "electionWait", electionWait, "1 or more");
      require(
          electionTimeout > electionWait,
          "electionTimeout",
          electionTimeout,
          "more than the electionWait of " + electionWait);
      require(
          synchronizationTimeout >= followerTimeout,
          "synchronizationTimeout",
          synchronizationTimeout,
          "at least the followerTimeout of " + followerTimeout);
      require(restAfter >= 0, "restAfter", restAfter, "0 or more");
    }

    /** Of groups that never rest. */
    public Timing(
        int heartbeat,
        int followerTimeout,
        int leaderTimeout,
        int electionWait,
        int electionTimeout,
        int synchronizationTimeout) {
      this(
          heartbeat,
          followerTimeout,
          leaderTimeout,
          electionWait,
          electionTimeout,
          synchronizationTimeout,
          0);
    }

    /** The same, of groups that rest. */
    public Timing withRest(int after) {
      return new Timing(
          heartbeat,
          followerTimeout,
          leaderTimeout,
          electionWait,
          electionTimeout,
          synchronizationTimeout,
          after);
    }

    /** How long a leader rests at most until it makes sure that it is followed. */
    public int restLength() {
      return REST_LENGTH * followerTimeout;
    }

    /** How long a node may say nothing until it counts as silent. */
    public int wordPatience() {
      return followerTimeout / 2;
    }

    /** How long a follower that rests waits for its leader. */
    public int restPatience() {
      return RESTS_MISSED * restLength();
    }
  }

  /**
   * How much a leader takes on before it answers OVERLOADED.
   *
   * @param payloadBytes of one request
   * @param entriesInFlight requests that wait to be committed, retries included
   * @param bytesInFlight payload that waits to be committed
   * @param readsWaiting reads that wait for a round
   */
  public record Limits(
      int payloadBytes, int entriesInFlight, long bytesInFlight, int readsWaiting) {

    public static final Limits DEFAULT = new Limits(1 << 20, 1 << 16, 64L << 20, 1 << 16);

    public Limits {
      require(payloadBytes >= 1, "payloadBytes", payloadBytes, "1 or more");
      require(entriesInFlight >= 1, "entriesInFlight", entriesInFlight, "1 or more");
      require(
          bytesInFlight >= payloadBytes,
          "bytesInFlight",
          bytesInFlight,
          "at least the payloadBytes of " + payloadBytes);
      require(readsWaiting >= 1, "readsWaiting", readsWaiting, "1 or more");
    }
  }
}

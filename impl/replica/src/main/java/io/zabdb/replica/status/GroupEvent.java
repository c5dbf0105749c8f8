package io.zabdb.replica.status;

/**
 * Something that happened in a replica group, as one of its replicas saw it. Immutable.
 *
 * @param number grows from event to event of a replica, over its starts too
 * @param timeMillis since 1970, by the clock of the replica's node
 * @param peer the other member that it is about, or -1
 * @param nanos how long it took; 0 if that makes no sense
 * @param bytes how much it was about; 0 if that makes no sense
 * @param text why or how, for people; may be empty
 */
public record GroupEvent(
    long number,
    long timeMillis,
    int group,
    Kind kind,
    int peer,
    long nanos,
    long bytes,
    String text) {

  /** What may happen. */
  public enum Kind {
    /** The peer, or this replica itself, leads from now on. */
    LEADER,
    /** The peer, or this replica itself, no longer leads as far as this replica knows. */
    LEADER_LOST,
    /** This leader has chosen the peer as its successor and takes no updates. */
    TRANSFER_BEGAN,
    /** This leader has handed over to the peer; it took as long as updates were held up here. */
    TRANSFERRED,
    /** This leader does not hand over to the peer after all. */
    TRANSFER_GIVEN_UP,
    /** This replica handed over, but the peer leads: an election came before the successor. */
    TRANSFER_MISSED,
    /** The peer handed over to this replica; it took from the peer's word until it led. */
    TOOK_OVER,
    /** Leaders choose their successors in another way from now on. */
    POLICY,
    /** This leader permits the peer a heavy compaction. */
    PERMITTED,
    /**
     * A heavy compaction of this replica began, the peer having permitted it; bytes wait for it.
     */
    COMPACTION_BEGAN,
    /** It ended; so many bytes wait for the next one. */
    COMPACTION_ENDED,
    /** No member can take over: this replica may have to compact in small steps while it leads. */
    STEP,
    /** The store or the log takes nothing for now. */
    STALLED,
    /** It takes updates again, so long after it was stalled. */
    RESUMED,
    /** All members have agreed that the group is new. */
    FOUNDED,
    /** The peer came with a new disk: what its old one vouched for no longer counts. */
    DISK_RETIRED,
    /** The peer's new disk has all that is committed: from now on its vote counts. */
    DISK_ADMITTED,
    /** Members join: from now on those before and those that are to vote must agree. */
    MEMBERS_JOIN,
    /** The change of members is done, or undone: these alone vote. */
    MEMBERS_CHANGED,
    /** This replica cut entries from its log that were on its disk: they were never committed. */
    LOG_CUT,
    /** The log was gone, the store was not: this replica begins anew. */
    STORE_SET_ASIDE,
    /** This leader's log says that a partition has become two. */
    SPLIT,
    /** This leader's log says that two partitions have become one. */
    MERGED,
    /** Partitions were to be split or merged, and stay as they are. */
    SHARDING_GIVEN_UP,
    /** This leader's group gives a partition to another group: files and updates are sent. */
    MOVE_BEGAN,
    /** The other group has nearly all: the partition takes no updates until that one serves it. */
    MOVE_SEALED,
    /** The partition is the other group's. */
    MOVE_SWITCHED,
    /** The other group serves it; it took so long since it was sealed. */
    MOVED,
    /** The partition stays. */
    MOVE_GIVEN_UP,
    /** This leader's group is about to take a partition of another group. */
    MOVE_COMES,
    /** It has come: this group serves it. */
    MOVE_ARRIVED,
    /** It does not come after all. */
    MOVE_CANCELLED,
    /** This replica lacked files of partitions, and has taken the store of another member. */
    STORE_REPAIRED,
    /** This replica, or its whole node, suffers from something, or worse than before. */
    AILS,
    /** That is over. */
    RECOVERED,
    /**
     * This replica's node was held up in the last minute: as long as this at most; the text says by
     * what, and how often.
     */
    PAUSED
  }
}

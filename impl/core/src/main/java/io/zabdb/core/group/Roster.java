package io.zabdb.core.group;

import java.util.Arrays;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who votes, and which disk of each member counts. A part of the replicated state: entries of the
 * session {@link #SESSION} carry it whole, and the last one in a log holds, committed or not.
 * Immutable.
 *
 * <p>The disk with which a member left never counts again: who comes back does so with another one.
 *
 * <p>Source: {@code Roster!RosterOf}, {@code Reconfig!ConfigurationOf}, {@code Removals}.
 */
public final class Roster {

  /** The session of the entries that carry rosters; clients may not use it. */
  public static final long SESSION = Long.MIN_VALUE;

  /**
   * No disk of the member counts: its old one is gone, its new one not admitted; or the number was
   * passed over when members joined.
   */
  public static final long NOBODY = -1;

  /**
   * What a replica without anything says of its disk that does not found its group: it is nobody's
   * vote for a new group.
   */
  public static final long FOUNDS_NOTHING = -2;

  /** The disk of a replica that was there before disks had numbers. */
  public static final long UNNUMBERED = 0;

  /** Of a log without rosters: the founders vote, with unnumbered disks. */
  public static final Roster NONE = new Roster(0, false, new long[0]);

  private static final byte SEALED = 0;
  private static final byte FOUNDING = 1;

  /** Members have changed: behind the version stand both voter sets. */
  private static final byte CHANGED = 2;

  private final long version;
  private final boolean founding;
  private final long[] disks;

  /** Null if no member has a disk in it: the founders. */
  private final @Nullable Configuration voters;

  private Roster(long version, boolean founding, long[] disks) {
    this(version, founding, disks, disks.length == 0 ? null : Configuration.ofFirst(disks.length));
  }

  private Roster(long version, boolean founding, long[] disks, @Nullable Configuration voters) {
    this.version = version;
    this.founding = founding;
    this.disks = disks;
    this.voters = voters;
  }

  /** Of a new group, from the disks of all its members. */
  public static Roster founding(long[] disks) {
    return new Roster(1, true, disks.clone());
  }

  /** Counts the rosters of a log, from 1; 0 for {@link #NONE}. */
  public long version() {
    return version;
  }

  /** Whether the founding may not be on the disks of all members yet ({@code Roster!Founding}). */
  public boolean isFounding() {
    return founding;
  }

  /** The disk of a member that counts; {@link #NOBODY}: none. */
  public long disk(int member) {
    return member < disks.length ? disks[member] : UNNUMBERED;
  }

  /**
   * Who votes.
   *
   * @param founders those of a log without rosters
   */
  public Configuration configuration(Configuration founders) {
    return voters == null ? founders : voters;
  }

  /**
   * {@code Removals!MayJoin}: whether one that does not vote may come to vote with this disk: it is
   * none with which it has left, and which its node may be about to drop.
   */
  public boolean mayJoin(int member, long disk) {
    return member >= disks.length || disks[member] != disk;
  }

  /**
   * {@code Removals!HasLeft}: whether this disk of the member has counted, and never will again.
   *
   * @param founders those of a log without rosters
   */
  public boolean hasLeft(int member, long disk, Configuration founders) {
    return member < disks.length
        && disks[member] == disk
        && !configuration(founders).includes(member);
  }

  /**
   * The disk of each member that has left with it ({@link #hasLeft}), by member.
   *
   * @param founders those of a log without rosters
   */
  public SortedMap<Integer, Long> left(Configuration founders) {
    SortedMap<Integer, Long> left = new TreeMap<>();
    for (int member = 0; member < disks.length; member++) {
      if (disks[member] != NOBODY && hasLeft(member, disks[member], founders)) {
        left.put(member, disks[member]);
      }
    }
    return left;
  }

  /** {@code Roster!Counts}. */
  public boolean counts(int member, long disk) {
    return disk(member) == disk;
  }

  /** The same, now that all members have it ({@code Roster!Seal}). */
  public Roster sealed() {
    return new Roster(version + 1, false, disks, voters);
  }

  /**
   * The next one, by which another disk of a member that votes counts.
   *
   * @param disk the disk ({@code Roster!Admit}), or {@link #NOBODY} ({@code Roster!Retire})
   * @param founders how many members founded the group
   */
  public Roster with(int member, long disk, int founders) {
    long[] next = Arrays.copyOf(disks, Math.max(founders, disks.length));
    next[member] = disk;
    Configuration same = voters == null ? Configuration.ofFirst(founders) : voters;
    return new Roster(version + 1, false, next, same);
  }

  /**
   * The next one, Join: those that vote now and these must agree.
   *
   * @param voters who is to vote when the change is done
   * @param theirs the disk of each member, as far as it is needed: of those that join
   * @param founders those of a log without rosters
   */
  public Roster join(long voters, long[] theirs, Configuration founders) {
    Configuration before = configuration(founders);
    long[] next = disksWith(voters & ~before.voters(), theirs, before);
    return new Roster(version + 1, false, next, new Configuration(before.first(), voters));
  }

  /**
   * {@code Removals!Dismiss}: the next one, by which the disk of one that does not vote never will.
   *
   * @param theirs the disk of each member, as far as it is needed: of that one
   * @param founders those of a log without rosters
   * @throws IllegalArgumentException if it votes: another disk of it is admitted otherwise
   */
  public Roster dismiss(int member, long[] theirs, Configuration founders) {
    Configuration same = configuration(founders);
    if (same.includes(member)) {
      throw new IllegalArgumentException("member " + member + " votes, and is not dismissed");
    }
    return new Roster(version + 1, false, disksWith(Members.of(member), theirs, same), same);
  }

  /** The disks of some are named, whoever they were before. */
  private long[] disksWith(long some, long[] theirs, Configuration before) {
    int known = Math.max(disks.length, lengthOf(before.voters()));
    long[] next = Arrays.copyOf(disks, Math.max(known, lengthOf(some)));
    for (int member = 0; member < next.length; member++) {
      if (Members.contains(some, member)) {
        next[member] = theirs[member];
      } else if (member >= known) {
        next[member] = NOBODY;
      }
    }
    return next;
  }

  private static int lengthOf(long members) {
    return Long.SIZE - Long.numberOfLeadingZeros(members);
  }

  /**
   * The next one, Leave, of one with two voter sets: the new members vote alone, or the old ones if
   * the change is undone.
   */
  public Roster leave(boolean undone) {
    Configuration joint = Objects.requireNonNull(voters, "nobody has joined");
    long stay = undone ? joint.first() : joint.second();
    return new Roster(version + 1, false, disks, Configuration.of(stay));
  }

  /** The payload of its entry; its number in the session is {@link #version}. */
  public byte[] encode() {
    byte kind = kind();
    byte[] bytes = new byte[1 + (wordsBefore(kind) + disks.length) * Long.BYTES];
    bytes[0] = kind;
    put(bytes, 0, version);
    if (kind == CHANGED) {
      Configuration changed = Objects.requireNonNull(voters);
      put(bytes, 1, changed.first());
      put(bytes, 2, changed.second());
    }
    for (int member = 0; member < disks.length; member++) {
      put(bytes, wordsBefore(kind) + member, disks[member]);
    }
    return bytes;
  }

  private byte kind() {
    if (voters != null && !voters.equals(Configuration.ofFirst(disks.length))) {
      return CHANGED;
    }
    return founding ? FOUNDING : SEALED;
  }

  /** The version, and both voter sets of one whose members have changed. */
  private static int wordsBefore(byte kind) {
    return kind == CHANGED ? 3 : 1;
  }

  /**
   * What {@link #encode} made.
   *
   * @throws IllegalArgumentException if it did not
   */
  public static Roster decode(byte[] payload) {
    byte kind = payload.length == 0 ? -1 : payload[0];
    int disks = payload.length / Long.BYTES - wordsBefore(kind);
    if (payload.length % Long.BYTES != 1
        || disks < (kind == CHANGED ? 1 : 0)
        || disks > Members.MAX_MEMBERS
        || kind < SEALED
        || kind > CHANGED) {
      throw new IllegalArgumentException(
          "no roster: "
              + payload.length
              + " bytes; it has 9, 16 more if members have changed, and 8 for each of at most "
              + Members.MAX_MEMBERS
              + " members");
    }
    long[] read = new long[disks];
    for (int member = 0; member < disks; member++) {
      read[member] = get(payload, wordsBefore(kind) + member);
    }
    long version = get(payload, 0);
    if (kind != CHANGED) {
      return new Roster(version, kind == FOUNDING, read);
    }
    Configuration voters = new Configuration(get(payload, 1), get(payload, 2));
    if (!voters.isWithin(Members.of(disks) - 1)) {
      throw new IllegalArgumentException("no roster: voters " + voters + " of " + disks + " disks");
    }
    return new Roster(version, false, read, voters);
  }

  private static void put(byte[] bytes, int word, long value) {
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[1 + word * Long.BYTES + i] = (byte) (value >> ((Long.BYTES - 1 - i) * Byte.SIZE));
    }
  }

  private static long get(byte[] bytes, int word) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << Byte.SIZE) | (bytes[1 + word * Long.BYTES + i] & 0xff);
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Roster roster
        && version == roster.version
        && founding == roster.founding
        && Arrays.equals(disks, roster.disks)
        && Objects.equals(voters, roster.voters);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(version) * 31
        + Arrays.hashCode(disks)
        + Objects.hashCode(kind() == CHANGED ? voters : null);
  }

  @Override
  public String toString() {
    return "roster "
        + version
        + (founding ? " (founding) " : " ")
        + Arrays.toString(disks)
        + (kind() == CHANGED ? " " + voters : "");
  }
}

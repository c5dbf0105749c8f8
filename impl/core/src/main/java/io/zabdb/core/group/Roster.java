package io.zabdb.core.group;

import java.util.Arrays;

/**
 * Which disk of each member counts. A part of the replicated state: entries of the session {@link
 * #SESSION} carry it whole, and the last one in a log holds, committed or not. Immutable.
 *
 * <p>Source: {@code Roster!RosterOf}.
 */
public final class Roster {

  /** The session of the entries that carry rosters; clients may not use it. */
  public static final long SESSION = Long.MIN_VALUE;

  /** No disk of the member counts: its old one is gone, its new one not admitted. */
  public static final long NOBODY = -1;

  /** The disk of a replica that was there before disks had numbers. */
  public static final long UNNUMBERED = 0;

  /** Of a log without rosters: the disks of all members are unnumbered. */
  public static final Roster NONE = new Roster(0, false, new long[0]);

  private static final byte SEALED = 0;
  private static final byte FOUNDING = 1;

  private final long version;
  private final boolean founding;
  private final long[] disks;

  private Roster(long version, boolean founding, long[] disks) {
    this.version = version;
    this.founding = founding;
    this.disks = disks;
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

  /** {@code Roster!Counts}. */
  public boolean counts(int member, long disk) {
    return disk(member) == disk;
  }

  /** The same, now that all members have it ({@code Roster!Seal}). */
  public Roster sealed() {
    return new Roster(version + 1, false, disks);
  }

  /**
   * The next one, by which another disk of a member counts.
   *
   * @param disk the disk ({@code Roster!Admit}), or {@link #NOBODY} ({@code Roster!Retire})
   * @param members how many members the group has
   */
  public Roster with(int member, long disk, int members) {
    long[] next = Arrays.copyOf(disks, members);
    next[member] = disk;
    return new Roster(version + 1, false, next);
  }

  /** The payload of its entry; its number in the session is {@link #version}. */
  public byte[] encode() {
    byte[] bytes = new byte[1 + (disks.length + 1) * Long.BYTES];
    bytes[0] = founding ? FOUNDING : SEALED;
    put(bytes, 1, version);
    for (int member = 0; member < disks.length; member++) {
      put(bytes, placeOf(member), disks[member]);
    }
    return bytes;
  }

  /**
   * What {@link #encode} made.
   *
   * @throws IllegalArgumentException if it did not
   */
  public static Roster decode(byte[] payload) {
    int disks = payload.length / Long.BYTES - 1;
    if (payload.length % Long.BYTES != 1
        || disks < 0
        || disks > Members.MAX_MEMBERS
        || payload[0] < SEALED
        || payload[0] > FOUNDING) {
      throw new IllegalArgumentException(
          "no roster: "
              + payload.length
              + " bytes; it has 9, and 8 for each of at most "
              + Members.MAX_MEMBERS
              + " members");
    }
    long[] read = new long[disks];
    for (int member = 0; member < disks; member++) {
      read[member] = get(payload, placeOf(member));
    }
    return new Roster(get(payload, 1), payload[0] == FOUNDING, read);
  }

  private static int placeOf(int member) {
    return 1 + (member + 1) * Long.BYTES;
  }

  private static void put(byte[] bytes, int place, long value) {
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[place + i] = (byte) (value >> ((Long.BYTES - 1 - i) * Byte.SIZE));
    }
  }

  private static long get(byte[] bytes, int place) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << Byte.SIZE) | (bytes[place + i] & 0xff);
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Roster roster
        && version == roster.version
        && founding == roster.founding
        && Arrays.equals(disks, roster.disks);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(version) * 31 + Arrays.hashCode(disks);
  }

  @Override
  public String toString() {
    return "roster " + version + (founding ? " (founding) " : " ") + Arrays.toString(disks);
  }
}

package io.zabdb.schedule.deed;

import java.util.Locale;
import java.util.Optional;

/**
 * What can be done to a cluster: faults, and what undoes them. The words are those of scenarios.
 */
public enum Act {
  /** The process ends at once; what it wrote is there. */
  KILL("kill", Part.PROCESS, true),
  /** The process ends in order. */
  STOP("stop", Part.PROCESS, true),
  /** The process ends at once, and what is not synced may be gone. */
  LOSE_POWER("lose power", Part.PROCESS, true),
  /** The process stands still. */
  PAUSE("pause", Part.PROCESS, true),
  /** The next sync fails, and the process ends. */
  FAIL_SYNC("fail sync", Part.PROCESS, true),
  /** The process ends, and its disk is an empty one from now on. */
  REPLACE_DISK("replace disk", Part.PROCESS, true),
  /** Nothing comes through between some nodes and others; whom that takes away, links tell. */
  CUT("cut", Part.LINKS, false),
  /** Nothing of what these nodes send comes through to others; likewise. */
  MUTE("cut", Part.LINKS, false),
  /** Nothing of what others send comes through to these nodes; likewise. */
  DEAFEN("cut", Part.LINKS, false),
  /** What these nodes send and get takes longer. */
  SLOW_LINKS("slow links", Part.LINKS, false),
  /** Some of what these nodes send is lost, and sent again by whoever promises to deliver it. */
  LOSE_PACKETS("lose packets", Part.LINKS, false),
  /** Syncs take longer. */
  SLOW_DISK("slow disk", Part.DISK, false),
  /** There is no room on the disk. */
  FILL_DISK("fill disk", Part.DISK, true),
  /** The wall clock is ahead. */
  SKEW_CLOCK("skew clock", Part.CLOCK, true),
  /** The store compacts all that it has. */
  COMPACT("compact", Part.NONE, false),
  /** The leader is asked to hand over, to a certain node or any. */
  TRANSFER("transfer", Part.NONE, false),
  /** The configuration manager is away. */
  KILL_MANAGER("kill manager", Part.MANAGER, false),

  /** A process begins. */
  START("start"),
  /** A process that stood still goes on. */
  RESUME("resume"),
  /** All links work. */
  HEAL_LINKS("heal links"),
  /** Disks have room and their usual speed. */
  HEAL_DISK("heal disk"),
  /** The wall clock is right. */
  SET_CLOCK("set clock"),
  /** The configuration manager is there. */
  START_MANAGER("start manager");

  private final String words;
  private final Part part;
  private final boolean takesAway;
  private final boolean isFault;

  Act(String words, Part part, boolean takesAway) {
    this.words = words;
    this.part = part;
    this.takesAway = takesAway;
    isFault = true;
  }

  Act(String words) {
    this.words = words;
    part = Part.NONE;
    takesAway = false;
    isFault = false;
  }

  /** For people: one word or two, another for each. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** How a line begins that says it. */
  public String words() {
    return words;
  }

  /** What of a node it befalls; NONE for what undoes faults. */
  public Part part() {
    return part;
  }

  /** Whether nobody should count on the vote of the node until it is undone and in sync. */
  public boolean takesAway() {
    return takesAway;
  }

  /** Whether it is a fault, not what undoes one. */
  public boolean isFault() {
    return isFault;
  }

  /** Whether it may befall a majority at once, without a loss of what was promised. */
  public boolean maySpareNobody() {
    return this == KILL || this == LOSE_POWER || this == PAUSE || this == CUT;
  }

  /** What undoes it; empty: it passes by itself, or is no fault. */
  public Optional<Act> cure() {
    return switch (part) {
      case PROCESS -> Optional.of(this == PAUSE ? RESUME : START);
      case LINKS -> Optional.of(HEAL_LINKS);
      case DISK -> Optional.of(HEAL_DISK);
      case CLOCK -> Optional.of(SET_CLOCK);
      case MANAGER -> Optional.of(START_MANAGER);
      case NONE -> Optional.empty();
    };
  }
}

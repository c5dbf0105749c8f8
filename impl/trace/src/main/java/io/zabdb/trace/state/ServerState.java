package io.zabdb.trace.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The variables of {@code ZabState} at one server, in the words of the spec. Of the history only
 * its length and its last entry are kept: with the messages that a trace also has, that fixes it.
 *
 * @param lastEntry null if the history is empty
 * @param led what only a leader has
 */
public record ServerState(
    long acceptedEpoch,
    long currentEpoch,
    long historyLength,
    @Nullable EntryId lastEntry,
    long synced,
    long checkpoint,
    String role,
    String phase,
    String leader,
    PendingWrite pending,
    long lastCommitted,
    Leadership led) {

  public static final String LOOKING = "LOOKING";
  public static final String FOLLOWING = "FOLLOWING";
  public static final String LEADING = "LEADING";

  /** The state of a server that never ran. */
  public static ServerState initial(String name) {
    return new ServerState(
        0, 0, 0, null, 0, 0, LOOKING, "DISCOVERY", name, PendingWrite.NONE, 0, Leadership.NONE);
  }

  public boolean leads() {
    return role.equals(LEADING);
  }

  public boolean follows() {
    return role.equals(FOLLOWING);
  }

  /** The same with another round of reads. */
  public ServerState withReads(ReadState reads) {
    return new ServerState(
        acceptedEpoch,
        currentEpoch,
        historyLength,
        lastEntry,
        synced,
        checkpoint,
        role,
        phase,
        leader,
        pending,
        lastCommitted,
        led.withReads(reads));
  }

  /** The variables in which two states differ, each as {@code name: this, not other}. */
  public List<String> differencesTo(ServerState other) {
    List<String> lines = new ArrayList<>();
    compare(lines, "acceptedEpoch", acceptedEpoch, other.acceptedEpoch);
    compare(lines, "currentEpoch", currentEpoch, other.currentEpoch);
    compare(lines, "historyLength", historyLength, other.historyLength);
    compareEntries(lines, lastEntry, other.lastEntry);
    compare(lines, "synced", synced, other.synced);
    compare(lines, "checkpoint", checkpoint, other.checkpoint);
    compare(lines, "role", role, other.role);
    compare(lines, "phase", phase, other.phase);
    compare(lines, "leader", leader, other.leader);
    compare(lines, "pending", pending, other.pending);
    compare(lines, "lastCommitted", lastCommitted, other.lastCommitted);
    compare(lines, "cepoch", led.cepoch(), other.led.cepoch());
    compare(lines, "ackEpoch", led.ackEpoch(), other.led.ackEpoch());
    compare(lines, "forwarding", led.forwarding(), other.led.forwarding());
    compare(lines, "ackLeader", led.ackLeader(), other.led.ackLeader());
    compare(lines, "acked", led.acked(), other.led.acked());
    compare(lines, "reads", led.reads(), other.led.reads());
    return lines;
  }

  /** Entries of which one is known by its zxid only are compared by that. */
  private static void compareEntries(
      List<String> lines, @Nullable EntryId mine, @Nullable EntryId others) {
    if (mine != null && others != null && !(mine.isKnown() && others.isKnown())) {
      compare(lines, "lastEntry", mine.zxid(), others.zxid());
    } else {
      compare(lines, "lastEntry", mine, others);
    }
  }

  private static void compare(
      List<String> lines, String name, @Nullable Object mine, @Nullable Object others) {
    if (!Objects.equals(mine, others)) {
      lines.add(name + ": " + mine + ", not " + others);
    }
  }
}

package io.zabdb.testkit.sim.fault;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.disk.Disk;
import io.zabdb.testkit.sim.node.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * How many nodes may forget what they knew, so that a quorum of those that vote still knows: by the
 * agreed log, and by what stands on any disk behind that.
 */
public final class Forgetting {

  private final List<Node> nodes;
  private final ClusterChecks checks;

  public Forgetting(List<Node> nodes, ClusterChecks checks) {
    this.nodes = nodes;
    this.checks = checks;
  }

  /** Whether a node's disk may be replaced by an empty one. */
  boolean mayForget(Node node) {
    boolean canBeSpared =
        checks.isWhole(node.number()) ? spare() > 0 : spare(Members.of(node.number())) >= 0;
    return canBeSpared && anotherFounderRemembers(node);
  }

  /**
   * If all founders are empty they found the group anew, whatever others know that have joined: so
   * whoever was removed keeps its disk, unless another founder does.
   */
  private boolean anotherFounderRemembers(Node node) {
    return nodes.stream()
        .filter(other -> checks.founders().includes(other.number()))
        .anyMatch(other -> other != node && other.disk().synced() > 0);
  }

  /** How many more may forget, of each voter set; negative: too many have. */
  int spare() {
    return spare(0);
  }

  private int spare(long lost) {
    long gone = lost;
    for (Node node : nodes) {
      if (node.isLost() || node.disk().isRotten()) {
        gone = Members.with(gone, node.number());
      }
    }
    int spare = Integer.MAX_VALUE;
    for (Roster roster : possible()) {
      Configuration voters = roster.configuration(checks.founders());
      long known = remembering(roster) & ~gone;
      spare = Math.min(spare, spare(known, voters.first()));
      spare = voters.isJoint() ? Math.min(spare, spare(known, voters.second())) : spare;
    }
    return spare;
  }

  private static int spare(long known, long voterSet) {
    return Long.bitCount(known & voterSet) - (Long.bitCount(voterSet) / 2 + 1);
  }

  /** The agreed roster, and those on any disk that may come to be agreed. */
  private List<Roster> possible() {
    List<Roster> possible = new ArrayList<>(List.of(checks.roster()));
    nodes.forEach(node -> possible.addAll(changes(node.disk())));
    return possible;
  }

  /** The rosters behind the agreed one that say who votes. */
  private List<Roster> changes(Disk disk) {
    List<Roster> changes = new ArrayList<>();
    for (Entry entry : disk.tail()) {
      if (entry.session() == Roster.SESSION) {
        Roster roster = Roster.decode(entry.payload());
        if (roster.version() > checks.roster().version()
            && !roster.configuration(checks.founders()).equals(checks.configuration())) {
          changes.add(roster);
        }
      }
    }
    return changes;
  }

  /** The nodes whose disks count; of those that are about to join, by the log that names them. */
  private long remembering(Roster roster) {
    long remembering = 0;
    for (Node node : nodes) {
      int number = node.number();
      boolean isWhole =
          checks.configuration().includes(number)
              ? checks.isWhole(number)
              : roster.counts(number, node.disk().number());
      remembering = isWhole ? Members.with(remembering, number) : remembering;
    }
    return remembering;
  }

  /**
   * Whether these nodes can go on by themselves: by the agreed log, and by the latest they have.
   */
  public boolean canGoOn(List<Node> chosen) {
    long known = 0;
    for (Node node : chosen) {
      known = Members.with(known, node.number());
    }
    List<Roster> rosters = new ArrayList<>(List.of(checks.roster()));
    Disk latest = latest(chosen);
    if (latest != null) {
      rosters.addAll(changes(latest));
    }
    Roster last = rosters.get(rosters.size() - 1);
    return isQuorum(known, checks.roster()) && isQuorum(known, last);
  }

  private boolean isQuorum(long known, Roster roster) {
    return roster.configuration(checks.founders()).isQuorum(known & remembering(roster));
  }

  private static Disk latest(List<Node> chosen) {
    Disk latest = null;
    for (Node node : chosen) {
      if (latest == null || isLater(node.disk(), latest)) {
        latest = node.disk();
      }
    }
    return latest;
  }

  private static boolean isLater(Disk disk, Disk other) {
    long epoch = disk.epoch(EpochField.CURRENT);
    long epochOfOther = other.epoch(EpochField.CURRENT);
    return epoch != epochOfOther ? epoch > epochOfOther : end(disk).compareTo(end(other)) > 0;
  }

  private static Zxid end(Disk disk) {
    return disk.zxidAt(disk.length());
  }
}

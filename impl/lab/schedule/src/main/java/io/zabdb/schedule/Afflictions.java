package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.deed.Part;
import io.zabdb.schedule.sight.NodeSight;
import io.zabdb.schedule.sight.Sight;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What was done and is not undone yet, most of which cannot be seen. Not thread-safe. */
final class Afflictions {

  /** By part, the nodes and what befell them. */
  private final Map<Part, Map<Integer, Act>> ills = new EnumMap<>(Part.class);

  private boolean managerIsAway;

  Afflictions() {
    for (Part part : Part.values()) {
      ills.put(part, new TreeMap<>());
    }
  }

  /** This is being done. */
  void note(Deed deed) {
    switch (deed.act()) {
      case START -> deed.nodes().forEach(ills.get(Part.PROCESS)::remove);
      case RESUME -> deed.nodes().forEach(ills.get(Part.PROCESS)::remove);
      case HEAL_LINKS -> ills.get(Part.LINKS).clear();
      case HEAL_DISK -> deed.nodes().forEach(this::healDisk);
      case SET_CLOCK -> deed.nodes().forEach(ills.get(Part.CLOCK)::remove);
      case KILL_MANAGER -> managerIsAway = true;
      case START_MANAGER -> managerIsAway = false;
      default -> {
        if (deed.act().part() != Part.NONE) {
          deed.nodes().forEach(node -> ills.get(deed.act().part()).put(node, deed.act()));
        }
      }
    }
  }

  /** A sync that has not failed by now will not. */
  private void healDisk(int node) {
    ills.get(Part.DISK).remove(node);
    ills.get(Part.PROCESS).remove(node, Act.FAIL_SYNC);
  }

  boolean isEmpty() {
    return !managerIsAway && ills.values().stream().allMatch(Map::isEmpty);
  }

  /** Whether something is wrong with this part of the node, or with the configuration manager. */
  boolean has(Part part, int node) {
    return part == Part.MANAGER ? managerIsAway : ills.get(part).containsKey(node);
  }

  /** On whom nobody should count, whatever is seen of them. */
  Set<Integer> away() {
    Set<Integer> away = new TreeSet<>();
    ills.values()
        .forEach(
            nodes ->
                nodes.forEach(
                    (node, act) -> {
                      if (act.takesAway()) {
                        away.add(node);
                      }
                    }));
    return away;
  }

  /**
   * What undoes all that can be undone now: also what is seen to be wrong and nobody did. Who has
   * no room on his disk could not start: he is started once he has.
   *
   * @param mayStart whether a node that does not run may be started
   */
  List<Deed> cures(Sight sight, IntPredicate mayStart) {
    List<Deed> cures = new ArrayList<>();
    if (!sight.cut().isEmpty() || !ills.get(Part.LINKS).isEmpty()) {
      cures.add(Deed.of(Act.HEAL_LINKS, List.of()));
    }
    Set<Integer> disks = new TreeSet<>(ills.get(Part.DISK).keySet());
    ills.get(Part.PROCESS)
        .forEach(
            (node, act) -> {
              if (act == Act.FAIL_SYNC && sight.nodes().get(node).running()) {
                disks.add(node);
              }
            });
    add(Act.HEAL_DISK, List.copyOf(disks), cures);
    add(Act.SET_CLOCK, List.copyOf(ills.get(Part.CLOCK).keySet()), cures);
    add(Act.RESUME, seen(sight, node -> sight.nodes().get(node).paused()), cures);
    add(
        Act.START,
        seen(
            sight,
            node -> !sight.nodes().get(node).running() && !isFull(node) && mayStart.test(node)),
        cures);
    if (managerIsAway) {
      cures.add(Deed.of(Act.START_MANAGER, List.of()));
    }
    return cures;
  }

  private boolean isFull(int node) {
    return ills.get(Part.DISK).get(node) == Act.FILL_DISK;
  }

  private static List<Integer> seen(Sight sight, IntPredicate wanted) {
    return IntStream.range(0, sight.nodes().size()).filter(wanted).boxed().toList();
  }

  private static void add(Act act, List<Integer> nodes, List<Deed> cures) {
    if (!nodes.isEmpty()) {
      cures.add(Deed.of(act, nodes));
    }
  }

  /**
   * Whether a fault may befall these nodes now: they run, nothing is wrong yet with the same part
   * of them, and what passes by itself is not under way there.
   */
  boolean allow(Act fault, List<Integer> nodes, Sight sight) {
    for (int node : nodes) {
      NodeSight seen = sight.nodes().get(node);
      boolean has = has(fault.part(), node) || (fault == Act.COMPACT && seen.compacting());
      if (has || !seen.running() || seen.paused()) {
        return false;
      }
    }
    return fault.part() != Part.MANAGER || !managerIsAway;
  }

  /** Whether a quorum is left if this befalls the cluster. */
  boolean leavesQuorum(Deed deed, Sight sight) {
    Set<Integer> away = away();
    if (deed.act().takesAway()) {
      away.addAll(deed.nodes());
    }
    return sight.together(away, deed.cuts()).size() >= sight.quorum();
  }
}

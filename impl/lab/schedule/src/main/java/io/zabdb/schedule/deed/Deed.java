package io.zabdb.schedule.deed;

import io.zabdb.schedule.sight.Link;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is done, and to whom. Immutable.
 *
 * @param act what
 * @param nodes whom it befalls, in growing order; of a transfer the successor, if it is a certain
 *     one
 * @param others of cuts: those from whom they are cut
 * @param micros of what takes longer: by how much, in microseconds; of a clock: how far ahead
 * @param why at whom it was aimed, for people; may be empty
 */
public record Deed(Act act, List<Integer> nodes, List<Integer> others, long micros, String why) {

  public Deed {
    nodes = List.copyOf(new TreeSet<>(nodes));
    others = List.copyOf(new TreeSet<>(others));
  }

  /** To some nodes. */
  public static Deed of(Act act, List<Integer> nodes) {
    return new Deed(act, nodes, List.of(), 0, "");
  }

  /** The same with a reason. */
  public Deed because(String reason) {
    return new Deed(act, nodes, others, micros, reason);
  }

  /** The links that it cuts. */
  public Set<Link> cuts() {
    Set<Link> links = new HashSet<>();
    for (int node : nodes) {
      for (int other : others) {
        if (act != Act.DEAFEN) {
          links.add(new Link(node, other));
        }
        if (act != Act.MUTE) {
          links.add(new Link(other, node));
        }
      }
    }
    return links;
  }

  /** The line of a scenario that says it, without the reason. */
  public String line() {
    return switch (act) {
      case CUT -> act.words() + " " + list(nodes) + " from " + list(others);
      case MUTE -> act.words() + " " + list(nodes) + " to " + list(others);
      case DEAFEN -> act.words() + " " + list(others) + " to " + list(nodes);
      case SLOW_LINKS, SLOW_DISK, SKEW_CLOCK ->
          act.words() + " " + list(nodes) + " " + time(micros);
      case TRANSFER -> nodes.isEmpty() ? act.words() : act.words() + " to " + list(nodes);
      case HEAL_LINKS, KILL_MANAGER, START_MANAGER -> act.words();
      default -> act.words() + " " + list(nodes);
    };
  }

  private static String list(List<Integer> nodes) {
    return nodes.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** A time as scenarios write it: to the millisecond where that is exact. */
  public static String time(long micros) {
    return micros % 1_000 == 0 ? micros / 1_000 + "ms" : micros + "us";
  }

  @Override
  public String toString() {
    return why.isEmpty() ? line() : line() + "   # " + why;
  }
}

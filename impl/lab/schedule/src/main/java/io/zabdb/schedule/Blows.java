package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.NodeSight;
import io.zabdb.schedule.sight.Sight;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Finds those at whom a fault is aimed, and never takes the quorum away. Not thread-safe. */
final class Blows {

  // In microseconds.
  private static final long MOST_DELAY = 200_000;
  private static final long MOST_SKEW = 3_600_000_000L;

  private final Random random;
  private final Afflictions afflictions;

  Blows(Random random, Afflictions afflictions) {
    this.random = random;
    this.afflictions = afflictions;
  }

  /**
   * What to do so that a fault befalls those at whom it is aimed; empty: they are not there now, or
   * have that fault, or are needed for a quorum.
   */
  List<Deed> at(Act fault, Aim aim, Sight sight) {
    if (aim == Aim.SUCCESSOR && fault != Act.TRANSFER && succeeding(sight).isEmpty()) {
      return atNewSuccessor(fault, sight);
    }
    List<Integer> victims = victims(aim, sight);
    if (victims.isEmpty() && aim != Aim.NOBODY) {
      return List.of();
    }
    return allowed(fault, victims, aim, sight);
  }

  private List<Deed> allowed(Act fault, List<Integer> victims, Aim aim, Sight sight) {
    if (fault == Act.TRANSFER && (sight.leader().isEmpty() || succeeding(sight).isPresent())) {
      return List.of();
    }
    if (!afflictions.allow(fault, victims, sight)) {
      return List.of();
    }
    Deed deed = deed(fault, victims, sight).because(aim.words());
    return afflictions.leavesQuorum(deed, sight) ? List.of(deed) : List.of();
  }

  /** Begins a transfer and strikes whoever should take over, at once. */
  private List<Deed> atNewSuccessor(Act fault, Sight sight) {
    OptionalInt leader = sight.leader();
    List<Integer> chosen = some(sight, 1, node -> leader.isPresent() && node != leader.getAsInt());
    List<Deed> deeds = chosen.isEmpty() ? List.of() : allowed(fault, chosen, Aim.SUCCESSOR, sight);
    if (deeds.isEmpty()) {
      return List.of();
    }
    return List.of(Deed.of(Act.TRANSFER, chosen).because("to be struck"), deeds.get(0));
  }

  /** What takes the quorum away: from everybody, or from as few as are enough. */
  List<Deed> outage(Act fault, Aim aim, Sight sight) {
    int all = sight.nodes().size();
    if (fault == Act.CUT) {
      List<Deed> deeds = new ArrayList<>();
      for (int node = 0; node < all - 1; node++) {
        List<Integer> others = IntStream.range(node + 1, all).boxed().toList();
        deeds.add(new Deed(fault, List.of(node), others, 0, Aim.EVERYBODY.words()));
      }
      return deeds;
    }
    int wanted = aim == Aim.EVERYBODY ? all : all - sight.quorum() + 1;
    List<Integer> victims = some(sight, wanted, node -> true);
    return List.of(Deed.of(fault, victims).because(victims.size() + " of " + all));
  }

  private List<Integer> victims(Aim aim, Sight sight) {
    OptionalInt leader = sight.leader();
    return switch (aim) {
      case LEADER -> list(leader);
      case FOLLOWER -> some(sight, 1, node -> leader.isPresent() && node != leader.getAsInt());
      case MINORITY -> some(sight, Math.max(1, sight.nodes().size() - sight.quorum()), n -> true);
      case COMPACTING -> list(first(sight, NodeSight::compacting));
      case SUCCESSOR -> list(succeeding(sight));
      case EVERYBODY -> some(sight, sight.nodes().size(), node -> true);
      case NOBODY -> List.of();
    };
  }

  private static OptionalInt succeeding(Sight sight) {
    return first(sight, NodeSight::succeeding);
  }

  private static OptionalInt first(Sight sight, Predicate<NodeSight> wanted) {
    return IntStream.range(0, sight.nodes().size())
        .filter(node -> wanted.test(sight.nodes().get(node)))
        .findFirst();
  }

  private static List<Integer> list(OptionalInt node) {
    return node.isPresent() ? List.of(node.getAsInt()) : List.of();
  }

  /** So many of the nodes that are sound and wanted, drawn; fewer if there are no more. */
  private List<Integer> some(Sight sight, int count, Predicate<Integer> wanted) {
    List<Integer> sound = new ArrayList<>();
    for (int node = 0; node < sight.nodes().size(); node++) {
      if (sight.nodes().get(node).isSound() && wanted.test(node)) {
        sound.add(node);
      }
    }
    Collections.shuffle(sound, random);
    return sound.subList(0, Math.min(count, sound.size()));
  }

  private Deed deed(Act fault, List<Integer> victims, Sight sight) {
    List<Integer> others =
        new ArrayList<>(IntStream.range(0, sight.nodes().size()).boxed().toList());
    others.removeAll(victims);
    return switch (fault) {
      case CUT -> cut(victims, others, sight.leader());
      case MUTE, DEAFEN -> new Deed(fault, victims, others, 0, "");
      case SLOW_LINKS, SLOW_DISK -> new Deed(fault, victims, List.of(), millis(MOST_DELAY), "");
      case SKEW_CLOCK -> new Deed(fault, victims, List.of(), millis(MOST_SKEW), "");
      default -> Deed.of(fault, victims);
    };
  }

  /**
   * From all others, or from one of them only, so that the rest reaches both: the leader, to whom
   * followers talk, or else any.
   */
  private Deed cut(List<Integer> victims, List<Integer> others, OptionalInt leader) {
    List<Integer> from = others;
    if (others.size() > 1 && random.nextInt(3) == 0) {
      boolean leads = leader.isPresent() && others.contains(leader.getAsInt());
      from = List.of(leads ? leader.getAsInt() : others.get(random.nextInt(others.size())));
    }
    return new Deed(Act.CUT, victims, from, 0, "");
  }

  /** Up to so many microseconds, in whole milliseconds. */
  private long millis(long most) {
    return 1_000L * (1 + random.nextInt((int) (most / 1_000)));
  }
}

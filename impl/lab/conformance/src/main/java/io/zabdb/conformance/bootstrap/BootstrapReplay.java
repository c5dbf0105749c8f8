package io.zabdb.conformance.bootstrap;

import static io.zabdb.conformance.state.SpecValues.elements;
import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.text;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.plan.BootstrapGuards;
import io.zabdb.balance.plan.BootstrapPlanner;
import io.zabdb.balance.plan.BootstrapRules;
import io.zabdb.balance.plan.BootstrapStep;
import io.zabdb.conformance.replay.DrawnBehaviours;
import io.zabdb.modelcheck.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Has the planner follow behaviours of {@code specs/shard/Bootstrap}: in each state it must allow
 * the steps that the spec allows and no others, and a step that it takes must lead where the spec's
 * leads.
 */
public final class BootstrapReplay {

  /**
   * A step and the state behind it.
   *
   * @param words action, group, other group, partition; empty where there is none
   * @param allowed the planner's steps that the spec allows in the state, in such words
   */
  public record Step(List<String> words, BootstrapState state, Set<List<String>> allowed) {

    public String action() {
      return words.get(0);
    }
  }

  private static final int GROUPS = 3;
  private static final int PARTITIONS = 7;
  private static final int HEAVY_LOAD = 6;
  private static final int HEAVY_PERCENT = 110;
  private static final int SHARE_PERCENT = 60;

  /** Of the spec: a move at a time in the background; there are no nodes. */
  private static final MoveLimits LIMITS = new MoveLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, 1);

  private final BootstrapGuards guards;

  /**
   * @param guards those of the product, unless a test weakens one
   */
  public BootstrapReplay(BootstrapGuards guards) {
    this.guards = guards;
  }

  /** Draws behaviours from a folder of specs. */
  public static List<List<Step>> draw(Path specs, int count, int depth, long seed)
      throws IOException, InterruptedException {
    return new DrawnBehaviours(specs, "shard", "Bootstrap", configuration())
        .draw(count, depth, seed).stream()
            .map(steps -> steps.stream().map(BootstrapReplay::read).toList())
            .toList();
  }

  private static String configuration() {
    return """
        CONSTANTS
          Group = {%s}
          Partition = {%s}
          FirstOwner <- MCFirstOwner
          FirstHeat = {}
          MaxHeat = 12
          HeavyLoad = %d
          HeavyPercent = %d
          SharePercent = %d
          MaxChanges = 4
          MaxCrashes = 4
          MaxSharding = 4
          MaxHits = 3
        SPECIFICATION ReplaySpec
        INVARIANT Printed
        CHECK_DEADLOCK FALSE
        """
        .formatted(
            names("g", GROUPS), names("p", PARTITIONS), HEAVY_LOAD, HEAVY_PERCENT, SHARE_PERCENT);
  }

  private static String names(String letter, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(n -> "\"" + letter + n + "\"")
        .collect(Collectors.joining(", "));
  }

  private static Step read(List<Value> parts) {
    Set<List<String>> allowed =
        elements(parts.get(2)).stream().map(BootstrapReplay::words).collect(Collectors.toSet());
    return new Step(words(parts.get(0)), BootstrapState.read(parts.get(1)), allowed);
  }

  private static List<String> words(Value tuple) {
    return list(tuple).stream().map(word -> text(word)).toList();
  }

  /** The first step of a behaviour where planner and spec part, in words; empty if none. */
  public Optional<String> replay(List<Step> behaviour) {
    for (int i = 0; i < behaviour.size(); i++) {
      Step here = behaviour.get(i);
      Optional<String> difference = compare(here);
      if (difference.isEmpty() && i + 1 < behaviour.size()) {
        difference = follow(here, behaviour.get(i + 1));
      }
      if (difference.isPresent()) {
        return Optional.of("step " + (i + 1) + ", " + here.words() + ": " + difference.get());
      }
    }
    return Optional.empty();
  }

  private BootstrapPlanner planner(BootstrapState state) {
    BootstrapPlanner planner =
        new BootstrapPlanner(new BootstrapRules(HEAVY_LOAD, HEAVY_PERCENT, SHARE_PERCENT), guards);
    if (state.planned()) {
      Map<Integer, Integer> due = new TreeMap<>();
      state.due().forEach((g, n) -> due.put(state.groups().indexOf(g), n.intValue()));
      planner.shares().plan(due);
    }
    return planner;
  }

  private static GroupBooks books(BootstrapState state) {
    return new GroupBooks(state.view(), LIMITS, 0);
  }

  private Optional<String> compare(Step here) {
    BootstrapState state = here.state();
    BootstrapPlanner planner = planner(state);
    GroupBooks books = books(state);
    Set<List<String>> ours =
        Stream.concat(planner.changes(books), planner.proceed(books))
            .map(step -> words(step, state))
            .collect(Collectors.toSet());
    return ours.equals(here.allowed())
        ? Optional.empty()
        : Optional.of("the planner allows " + ours + ", the spec " + here.allowed());
  }

  private static List<String> words(BootstrapStep step, BootstrapState state) {
    return List.of(
        step.action().name(),
        name(state.groups(), step.group()),
        name(state.groups(), step.other()),
        name(state.partitions(), step.partition()));
  }

  private static String name(List<String> names, int number) {
    return number == BootstrapStep.NONE ? "" : names.get(number);
  }

  /** Takes a step that is the planner's, and compares where it leads. */
  private Optional<String> follow(Step from, Step to) {
    BootstrapState state = from.state();
    BootstrapPlanner planner = planner(state);
    GroupBooks books = books(state);
    if (to.action().equals("CrashCoordinator")) {
      planner.shares().forget();
      return differences(planner, to.state());
    }
    Optional<BootstrapStep> step =
        Stream.concat(planner.changes(books), planner.proceed(books))
            .filter(each -> words(each, state).equals(to.words()))
            .findAny();
    if (step.isEmpty()) {
      return Optional.empty();
    }
    GroupPlace group = planner.take(books, step.get());
    List<String> differences = new ArrayList<>();
    String name = to.words().get(1);
    if (!group.status().name().toLowerCase(Locale.ROOT).equals(to.state().status().get(name))) {
      differences.add("status " + group.status());
    }
    Set<List<Integer>> begun = ends(books.moves().planned());
    Set<List<Integer>> more = ends(to.state().view().moves());
    more.removeAll(ends(state.view().moves()));
    if (!begun.equals(more)) {
      differences.add("moves " + begun + ", not " + more);
    }
    differences(planner, to.state()).ifPresent(differences::add);
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(to.words() + " leads to " + differences);
  }

  /** Each move as its partition, source and destination. */
  private static Set<List<Integer>> ends(List<PlannedMove> moves) {
    return moves.stream()
        .map(move -> List.of(move.partition(), move.from(), move.to()))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Optional<String> differences(BootstrapPlanner planner, BootstrapState state) {
    if (planner.shares().isPlanned() != state.planned()) {
      return Optional.of("planned " + planner.shares().isPlanned());
    }
    for (String group : state.groups()) {
      int due = planner.shares().due(state.groups().indexOf(group));
      if (due != state.due().get(group)) {
        return Optional.of("due of " + group + " " + due);
      }
    }
    return Optional.empty();
  }
}

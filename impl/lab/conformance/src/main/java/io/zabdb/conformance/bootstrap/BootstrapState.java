package io.zabdb.conformance.bootstrap;

import static io.zabdb.conformance.state.SpecValues.elements;
import static io.zabdb.conformance.state.SpecValues.field;
import static io.zabdb.conformance.state.SpecValues.fields;
import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.numbers;
import static io.zabdb.conformance.state.SpecValues.text;
import static io.zabdb.conformance.state.SpecValues.texts;
import static io.zabdb.conformance.state.SpecValues.truth;

import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.modelcheck.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A state of {@code specs/shard/Bootstrap}, with its variables' names.
 *
 * @param moves each from its source to its destination; whether it is copied is Handoff's
 */
record BootstrapState(
    Map<String, Set<String>> owns,
    Map<String, String> status,
    Map<String, Boolean> up,
    Set<BootstrapState.Moving> moves,
    Set<String> sharding,
    Map<String, Long> heat,
    boolean planned,
    Map<String, Long> due) {

  /** A move under way. */
  record Moving(String part, String src, String dst) {}

  /** As {@code ReplayBootstrap!Printed} prints it. */
  static BootstrapState read(Value printed) {
    List<Value> parts = list(printed);
    Map<String, Set<String>> owns = new TreeMap<>();
    fields(parts.get(0)).forEach((group, owned) -> owns.put(group, texts(owned)));
    Map<String, String> status = new TreeMap<>();
    fields(parts.get(1)).forEach((group, word) -> status.put(group, text(word)));
    Map<String, Boolean> up = new TreeMap<>();
    fields(parts.get(2)).forEach((group, is) -> up.put(group, truth(is)));
    Set<Moving> moves = new HashSet<>();
    for (Value move : elements(parts.get(3))) {
      moves.add(
          new Moving(
              text(field(move, "part")), text(field(move, "src")), text(field(move, "dst"))));
    }
    return new BootstrapState(
        owns,
        status,
        up,
        moves,
        texts(parts.get(4)),
        new TreeMap<>(numbers(parts.get(5))),
        truth(parts.get(6)),
        new TreeMap<>(numbers(parts.get(7))));
  }

  List<String> groups() {
    return List.copyOf(new TreeSet<>(owns.keySet()));
  }

  List<String> partitions() {
    return List.copyOf(new TreeSet<>(heat.keySet()));
  }

  /** The same as the planner sees it: a node for each group. */
  LoadView view() {
    List<NodePlace> nodes = new ArrayList<>();
    List<GroupPlace> places = new ArrayList<>();
    List<String> groups = groups();
    List<String> partitions = partitions();
    int[] owners = new int[partitions.size()];
    for (String group : groups) {
      int number = nodes.size();
      nodes.add(new NodePlace("zone", "rack", 1, 1, NodePlace.ANY_SEATS, NodeLife.STAYS, 0));
      String name = status.get(group).toUpperCase(Locale.ROOT);
      places.add(GroupPlace.of(List.of(number), GroupStatus.valueOf(name)).up(up.get(group)));
      owns.get(group).forEach(part -> owners[partitions.indexOf(part)] = number);
    }
    boolean[] busy = new boolean[owners.length];
    sharding.forEach(part -> busy[partitions.indexOf(part)] = true);
    double[] hits = partitions.stream().mapToDouble(heat::get).toArray();
    List<PlannedMove> moving =
        moves.stream()
            .map(
                move ->
                    new PlannedMove(
                        partitions.indexOf(move.part()),
                        groups.indexOf(move.src()),
                        groups.indexOf(move.dst()),
                        groups.indexOf(move.src())))
            .toList();
    return new LoadView(
        nodes,
        places,
        new PartitionLoads(owners, new long[owners.length], hits, busy, new long[owners.length]),
        moving,
        0);
  }
}

package io.zabdb.replica.pressure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.transfer.NodePressure.Heat;
import io.zabdb.replica.pressure.NodeArbiter.Advice;
import io.zabdb.replica.pressure.NodeArbiter.Sample;
import io.zabdb.replica.pressure.NodeArbiter.Seat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arbiters of some nodes among groups that do what {@code LeadershipTransfer} promises, in random
 * order: what {@code NodePressure.tla} says holds, and all is compacted in the end.
 */
class NodeArbiterTest {

  private static final long HEAVY = 100;
  private static final Duration SPREAD = Duration.ofSeconds(5);

  private static final Map<Integer, List<Integer>> EVERYWHERE =
      Map.of(0, List.of(0, 1, 2), 1, List.of(0, 1, 2), 2, List.of(0, 1, 2), 5, List.of(0, 1, 2));
  private static final Map<Integer, List<Integer>> OVERLAPPING =
      Map.of(0, List.of(0, 1, 2), 1, List.of(1, 2, 3), 2, List.of(2, 3, 4), 3, List.of(0, 3, 4));

  private static Seat noting(List<String> told) {
    return new Seat() {
      @Override
      public void compact() {
        told.add("compact");
      }

      @Override
      public void released() {
        told.add("released");
      }

      @Override
      public void turned() {
        told.add("turned");
      }
    };
  }

  /** Of a node that had a replica of no group. */
  @Test
  void aGroupThatIsBornCountsLikeTheOthers() {
    NodeArbiter arbiter = new NodeArbiter(3, EVERYWHERE, HEAVY, SPREAD, () -> 0);
    List<String> told = new ArrayList<>();
    arbiter.taken(40_001, List.of(4, 3, 5));
    assertEquals(1, arbiter.numbers(40_001).memberOf(3));
    arbiter.attach(40_001, noting(told));
    arbiter.leaderChanged(40_001, 4);
    Sample heavy = new Sample(HEAVY, true, false, List.of(), List.of(), false);
    assertEquals(Heat.HOT, arbiter.sampled(40_001, heavy).heat());
    arbiter.permitted(40_001);
    assertEquals(List.of("compact"), told);
  }

  /** Nobody of it answers any more, so nobody must be waited for. */
  @Test
  void aGroupThatHasEndedKeepsNobodyWaiting() {
    NodeArbiter arbiter = new NodeArbiter(3, Map.of(0, List.of(3, 4)), HEAVY, SPREAD, () -> 0);
    arbiter.taken(40_001, List.of(4, 3, 5));
    arbiter.leaderChanged(40_001, 4);
    List<String> told = new ArrayList<>();
    arbiter.attach(0, noting(told));
    arbiter.leaderChanged(0, 4);
    Sample heavy = new Sample(HEAVY, true, false, List.of(), List.of(), false);
    arbiter.sampled(0, heavy);
    arbiter.permitted(0);
    assertEquals(List.of(), told, "it has no permit of the other group");
    arbiter.detach(40_001);
    arbiter.ended(40_001);
    assertEquals(List.of("compact"), told);
  }

  /** One that rests takes no sample for seconds, and is one of many. */
  @Test
  void whoseTurnItIsIsToldAtOnce() {
    NodeArbiter arbiter = new NodeArbiter(0, EVERYWHERE, HEAVY, SPREAD, () -> 0);
    Map<Integer, List<String>> told = new TreeMap<>();
    for (int group : List.of(0, 1, 2, 5)) {
      told.put(group, new ArrayList<>());
      arbiter.attach(group, noting(told.get(group)));
      arbiter.leaderChanged(group, 1);
      arbiter.sampled(group, new Sample(0, false, false, List.of(), List.of(), false));
    }
    arbiter.sampled(2, new Sample(HEAVY, true, false, List.of(), List.of(), false));
    assertEquals(
        Map.of(0, List.of("turned"), 1, List.of("turned"), 2, List.of(), 5, List.of("turned")),
        told);
    told.values().forEach(List::clear);
    for (int group : List.of(0, 1, 2)) {
      arbiter.permitted(group);
    }
    // Each has become hot when those before it had permitted it.
    assertEquals(
        Map.of(0, List.of(), 1, List.of("turned"), 2, List.of("turned"), 5, List.of("turned")),
        told);
  }

  /** A cluster of arbiters. */
  private static final class World {
    final Map<Integer, List<Integer>> groups;
    final Random random;
    final Map<Integer, NodeArbiter> arbiters = new TreeMap<>();
    final Map<Integer, Integer> leader = new TreeMap<>();
    final Map<Integer, Set<Integer>> held = new TreeMap<>();
    final Map<List<Integer>, Long> due = new HashMap<>();
    final Map<List<Integer>, Heat> told = new HashMap<>();
    final Map<Integer, Set<Integer>> working = new TreeMap<>();
    final List<Runnable> soon = new ArrayList<>();
    long clock;
    int compactions;
    int transfers;

    World(Map<Integer, List<Integer>> groups, long seed) {
      this.groups = new TreeMap<>(groups);
      random = new Random(seed);
      Set<Integer> nodes = new TreeSet<>();
      groups.values().forEach(nodes::addAll);
      for (int node : nodes) {
        NodeArbiter arbiter = new NodeArbiter(node, groups, HEAVY, SPREAD, () -> clock);
        arbiters.put(node, arbiter);
        working.put(node, new HashSet<>());
        this.groups.forEach(
            (group, members) -> {
              if (members.contains(node)) {
                arbiter.attach(group, seat(node, group));
              }
            });
      }
      this.groups.forEach(
          (group, members) -> {
            held.put(group, new HashSet<>());
            lead(group, members.get(members.size() - 1));
          });
    }

    Seat seat(int node, int group) {
      return new Seat() {
        @Override
        public void compact() {
          working.get(node).add(group);
          compactions++;
          check();
        }

        @Override
        public void released() {
          soon.add(() -> held.get(group).remove(node));
        }

        @Override
        public void turned() {
          // It takes a sample some time or other.
        }
      };
    }

    void lead(int group, int node) {
      assertTrue(!held.get(group).contains(node), "a holder of a permit leads");
      leader.put(group, node);
      groups.get(group).forEach(member -> arbiters.get(member).leaderChanged(group, node));
    }

    int any(List<Integer> list) {
      return list.get(random.nextInt(list.size()));
    }

    boolean isCool(int group, int node) {
      return told.get(List.of(node, group)) == Heat.COOL && !held.get(group).contains(node);
    }

    /** A node samples the store of one of its groups; its group does what it may. */
    void sample(int group, int node) {
      clock += Duration.ofMillis(20).toNanos();
      List<Integer> others = new ArrayList<>(groups.get(group));
      others.remove((Integer) node);
      boolean leads = leader.get(group) == node;
      List<Integer> cool = others.stream().filter(each -> leads && isCool(group, each)).toList();
      List<Integer> idle =
          others.stream()
              .filter(
                  each ->
                      leads
                          && told.containsKey(List.of(each, group))
                          && told.get(List.of(each, group)) != Heat.HOT)
              .toList();
      boolean busy = !held.get(group).isEmpty() || idle.size() < others.size();
      long bytes = due.getOrDefault(List.of(node, group), 0L);
      Advice advice =
          arbiters
              .get(node)
              .sampled(group, new Sample(bytes, bytes >= HEAVY, false, idle, cool, busy));
      told.put(List.of(node, group), advice.heat());
      if (!advice.hot()) {
        due.remove(List.of(node, group));
      }
      if (leads && advice.heat() == Heat.HOT && !cool.isEmpty()) {
        transfers++;
        lead(group, any(cool));
      } else if (advice.successor() >= 0 && !held.get(group).contains(advice.successor())) {
        transfers++;
        lead(group, advice.successor());
      } else if (!leads
          && advice.heat() == Heat.HOT
          && held.get(group).size() < (groups.get(group).size() - 1) / 2
          && held.get(group).add(node)) {
        arbiters.get(node).permitted(group);
      }
      check();
    }

    void elect() {
      int group = any(List.copyOf(groups.keySet()));
      int node = any(groups.get(group));
      if (!held.get(group).contains(node)) {
        lead(group, node);
      }
      check();
    }

    void finish() {
      for (int node : arbiters.keySet()) {
        for (int group : List.copyOf(working.get(node))) {
          if (random.nextInt(4) == 0) {
            due.remove(List.of(node, group));
            working.get(node).remove(group);
            arbiters.get(node).finished(group);
          }
        }
      }
    }

    void step() {
      int group = any(List.copyOf(groups.keySet()));
      sample(group, any(groups.get(group)));
      if (random.nextInt(3) == 0) {
        finish();
      }
      while (!soon.isEmpty() && random.nextBoolean()) {
        soon.remove(0).run();
      }
    }

    /** NodeThatLeadsDoesNotCompact and NeverAQuorumOfNodesCompacts. */
    void check() {
      Set<Integer> compacting = new HashSet<>();
      working.forEach(
          (node, of) -> {
            if (!of.isEmpty()) {
              compacting.add(node);
            }
          });
      leader.forEach(
          (group, node) -> assertTrue(!compacting.contains(node), () -> node + " leads " + group));
      groups.forEach(
          (group, members) -> {
            long busy = members.stream().filter(compacting::contains).count();
            assertTrue(2 * busy < members.size(), () -> compacting + " of " + members);
          });
    }

    Map<Integer, Integer> counts() {
      Map<Integer, Integer> counts = new TreeMap<>();
      arbiters.keySet().forEach(node -> counts.put(node, 0));
      leader.values().forEach(node -> counts.merge(node, 1, Integer::sum));
      return counts;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whateverBecomesHeavyIsCompactedByNodesThatDoNotLead(long seed) {
    for (Map<Integer, List<Integer>> groups : List.of(EVERYWHERE, OVERLAPPING)) {
      World world = new World(groups, seed);
      for (int i = 0; i < 3_000; i++) {
        int group = world.any(List.copyOf(groups.keySet()));
        if (i % 10 == 0) {
          world.due.merge(
              List.of(world.any(groups.get(group)), group),
              world.random.nextLong(HEAVY * 2),
              Long::sum);
        }
        if (i % 100 == 0) {
          world.elect();
        }
        world.step();
      }
      assertTrue(world.compactions > 10 && world.transfers > 10, "seed " + seed + " does nothing");
      // Nothing more becomes heavy, and nobody is elected.
      for (int i = 0; i < 60_000 && !world.due.isEmpty(); i++) {
        world.step();
      }
      assertEquals(Map.of(), world.due, "seed " + seed);
    }
  }

  /** All replicas of a group fill up alike. */
  @Test
  void everybodyHotAtOnceAndEachLeadsSomething() {
    World world = new World(EVERYWHERE, 1);
    world.lead(0, 0);
    world.lead(1, 1);
    EVERYWHERE.forEach(
        (group, nodes) -> nodes.forEach(node -> world.due.put(List.of(node, group), HEAVY)));
    for (int i = 0; i < 20_000 && !world.due.isEmpty(); i++) {
      world.step();
    }
    assertEquals(Map.of(), world.due);
    assertEquals(12, world.compactions, "each node once, all its groups together");
  }

  @Test
  void whatIsLightInEachGroupIsHeavyTogether() {
    World world = new World(EVERYWHERE, 1);
    world.due.put(List.of(2, 0), HEAVY / 2);
    world.due.put(List.of(2, 1), HEAVY / 2);
    Sample half = new Sample(HEAVY / 2, false, false, List.of(), List.of(), false);
    assertEquals(false, world.arbiters.get(2).sampled(0, half).hot());
    Advice advice = world.arbiters.get(2).sampled(1, half);
    assertEquals(true, advice.hot());
    assertEquals(Heat.HOT, advice.heat(), "it leads the group");
    Sample none = new Sample(0, false, false, List.of(), List.of(), false);
    assertEquals(
        Heat.HOT,
        world.arbiters.get(2).sampled(5, none).heat(),
        "also what has nothing to compact");
  }

  @Test
  void leadersSpreadWhenNothingElseIsToBeDone() {
    World world = new World(EVERYWHERE, 1);
    assertEquals(Map.of(0, 0, 1, 0, 2, 4), world.counts());
    for (int i = 0; i < 20_000; i++) {
      world.step();
    }
    assertEquals(2, world.counts().get(2));
    assertEquals(2, world.transfers, "and then they stay");
  }

  /** {@code Placement}: where a balancer has told so, load decides, and number once it has gone. */
  @Test
  void leadersThatArePlacedStayUntilTheTimeIsOver() {
    World world = new World(EVERYWHERE, 1);
    for (NodeArbiter arbiter : world.arbiters.values()) {
      arbiter.leadersArePlaced(Duration.ofHours(2));
      // Nobody makes it shorter.
      arbiter.leadersArePlaced(Duration.ofMillis(1));
    }
    while (world.clock < Duration.ofHours(2).minusSeconds(1).toNanos()) {
      world.step();
    }
    assertEquals(Map.of(0, 0, 1, 0, 2, 4), world.counts());
    assertEquals(0, world.transfers);
    for (int i = 0; i < 20_000; i++) {
      world.step();
    }
    assertEquals(2, world.counts().get(2), "the time is over");
  }

  @Test
  void nobodyPlacesLeadersForEver() {
    NodeArbiter arbiter = new NodeArbiter(0, EVERYWHERE, HEAVY, SPREAD, () -> 0);
    for (Duration time : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofHours(3))) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> arbiter.leadersArePlaced(time))
              .getMessage();
      assertEquals(
          "leaders are placed for " + time.toMillis() + " ms, 1 to 7200000 are allowed", message);
    }
  }

  /** How many groups a node leads that are not ours is not known. */
  @Test
  void leadersAreNotSpreadToNodesWithOtherGroups() {
    World world = new World(OVERLAPPING, 1);
    for (int group : List.of(0, 1, 2)) {
      world.lead(group, 2);
    }
    for (int i = 0; i < 5_000; i++) {
      world.step();
    }
    // Node 1 has groups 0 and 1 alone; nodes 0 and 3, which lead nothing either, have group 3 too.
    assertEquals(Map.of(0, 0, 1, 1, 2, 2, 3, 0, 4, 1), world.counts());
  }

  /** Two that do not know of each other's groups would hand one over and back for ever. */
  @Test
  void leadersAreNotSpreadToNodesOfWhoseOtherGroupsIsHeard() {
    long[] clock = {0};
    Map<Integer, List<Integer>> shared = Map.of(0, List.of(0, 1, 2), 1, List.of(0, 1, 2));
    NodeArbiter arbiter = new NodeArbiter(1, shared, HEAVY, SPREAD, () -> clock[0]);
    arbiter.leaderChanged(0, 1);
    arbiter.leaderChanged(1, 1);
    clock[0] = SPREAD.toNanos();
    Sample calm = new Sample(0, false, false, List.of(2), List.of(2), false);
    arbiter.othersAreKnown(other -> Set.of(40_002));
    assertEquals(-1, arbiter.sampled(0, calm).successor());
    arbiter.othersAreKnown(other -> Set.of(1));
    assertEquals(2, arbiter.sampled(0, calm).successor());
  }

  /** The more groups there are, the longer it takes until all have permitted it. */
  @Test
  void permitsAreKeptAsLongAsMoreCome() {
    List<String> told = new ArrayList<>();
    long[] clock = {0};
    NodeArbiter arbiter = new NodeArbiter(0, EVERYWHERE, HEAVY, SPREAD, () -> clock[0]);
    EVERYWHERE.keySet().forEach(group -> arbiter.attach(group, noting(told)));
    Sample heavy = new Sample(HEAVY, true, false, List.of(), List.of(), false);
    arbiter.sampled(0, heavy);
    for (int group : List.of(0, 1, 2)) {
      clock[0] += NodeArbiter.PATIENCE.toNanos();
      arbiter.permitted(group);
    }
    assertFalse(told.contains("released"), told.toString());
    clock[0] += NodeArbiter.PATIENCE.toNanos() + 1;
    arbiter.sampled(0, heavy);
    assertTrue(told.contains("released"), told.toString());
  }

  @Test
  void permitsThatAreNotEnoughAreGivenBack() {
    List<String> heard = new ArrayList<>();
    long[] clock = {0};
    NodeArbiter arbiter = new NodeArbiter(0, EVERYWHERE, HEAVY, SPREAD, () -> clock[0]);
    for (int group : EVERYWHERE.keySet()) {
      arbiter.attach(
          group,
          new Seat() {
            @Override
            public void compact() {
              heard.add("compact " + group);
            }

            @Override
            public void released() {
              heard.add("released " + group);
            }

            @Override
            public void turned() {
              // It has taken its sample.
            }
          });
    }
    Sample heavy = new Sample(HEAVY, true, false, List.of(), List.of(), false);
    assertEquals(Heat.HOT, arbiter.sampled(0, heavy).heat());
    assertEquals(Heat.WARM, arbiter.sampled(1, heavy).heat(), "not its turn yet");
    arbiter.permitted(0);
    assertEquals(Heat.HOT, arbiter.sampled(1, heavy).heat());
    clock[0] = NodeArbiter.PATIENCE.toNanos();
    arbiter.sampled(1, heavy);
    assertEquals(List.of(), heard);
    clock[0]++;
    arbiter.sampled(1, heavy);
    assertEquals(List.of("released 0"), heard);
    arbiter.permitted(0);
    arbiter.leaderChanged(2, 0);
    assertEquals(List.of("released 0", "released 0"), heard, "who leads keeps none");
    assertEquals(Heat.WARM, arbiter.sampled(0, heavy).heat(), "and asks for none");
    assertEquals(Heat.HOT, arbiter.sampled(2, heavy).heat(), "it hands over first");
  }

  @Test
  void aReplicaThatEndsKeepsNobodyWaiting() {
    List<String> heard = new ArrayList<>();
    NodeArbiter arbiter =
        new NodeArbiter(
            0, Map.of(0, List.of(0, 1, 2), 1, List.of(0, 1, 2)), HEAVY, SPREAD, () -> 0);
    for (int group : List.of(0, 1)) {
      arbiter.attach(
          group,
          new Seat() {
            @Override
            public void compact() {
              heard.add("compact " + group);
            }

            @Override
            public void released() {
              heard.add("released " + group);
            }

            @Override
            public void turned() {
              // It has taken its sample.
            }
          });
    }
    arbiter.sampled(0, new Sample(HEAVY, true, false, List.of(), List.of(), false));
    arbiter.permitted(0);
    arbiter.permitted(1);
    assertEquals(List.of("compact 0", "compact 1"), heard);
    arbiter.finished(0);
    assertEquals(2, heard.size());
    arbiter.detach(1);
    assertEquals("released 0", heard.get(2));
    assertEquals(3, heard.size());
  }
}

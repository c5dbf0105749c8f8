package io.zabdb.bench.growth;

import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.growth.StorePlaces.PlacedPartition;
import io.zabdb.bench.load.LoadStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A store in memory, of group 0 at nodes 0 to 2, whose balancer splits one partition a round, or
 * gives one to the newest node: at most two, in a group of it and nodes 1 and 2.
 */
final class FakeGrowth implements GrowingStore {

  private static final int SHARE = 2;

  private final FakeStore clients;
  private final Map<Integer, Set<Integer>> groups = new HashMap<>(Map.of(0, Set.of(0, 1, 2)));
  private final TreeMap<String, PlacedPartition> partitions = new TreeMap<>();
  private int nodes = 3;
  private int asked;
  private boolean gives = true;
  private boolean answers = true;
  private double answered;

  FakeGrowth(FakeStore clients, long bytes) {
    this.clients = clients;
    partitions.put("p", new PlacedPartition(0, bytes));
  }

  /** Nothing is given to new nodes. */
  void givesNothing() {
    gives = false;
  }

  /** New nodes do not answer. */
  void answersNot() {
    answers = false;
  }

  @Override
  public List<? extends LoadStore> stores() {
    return List.of(clients);
  }

  @Override
  public LoadStore loader() {
    return clients;
  }

  @Override
  public StorePlaces places() {
    return new StorePlaces(groups, partitions);
  }

  @Override
  public int addNode() {
    asked = 0;
    return nodes++;
  }

  /** Not at the first time. */
  @Override
  public boolean answers(int node) {
    return answers && asked++ > 0;
  }

  @Override
  public RoundEnd balance(long mostBytes, RoundStep step) throws InterruptedException {
    Optional<String> large =
        partitions.keySet().stream().filter(name -> bytes(name) > mostBytes).findFirst();
    if (large.isPresent()) {
      long bytes = bytes(large.get());
      PlacedPartition was = partitions.remove(large.get());
      partitions.put(large.get() + 0, new PlacedPartition(was.group(), bytes / 2));
      partitions.put(large.get() + 1, new PlacedPartition(was.group(), bytes - bytes / 2));
      return RoundEnd.ACTED;
    }
    int newest = nodes - 1;
    if (newest < 3 || !gives) {
      return RoundEnd.EVEN;
    }
    groups.put(newest, Set.of(1, 2, newest));
    List<String> has = partitions.keySet().stream().filter(name -> group(name) == newest).toList();
    Optional<String> next =
        partitions.keySet().stream().filter(name -> group(name) == 0).findFirst();
    if (has.size() == SHARE || next.isEmpty()) {
      return RoundEnd.EVEN;
    }
    partitions.put(next.get(), new PlacedPartition(newest, bytes(next.get())));
    return RoundEnd.ACTED;
  }

  private long bytes(String name) {
    return partitions.get(name).bytes();
  }

  private int group(String name) {
    return partitions.get(name).group();
  }

  /** Each node has done as much more as its number says, at each call. */
  @Override
  public List<NodeUse> use() {
    answered++;
    List<NodeUse> all = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      all.add(new NodeUse(answered * node, 0.001 * answered * node));
    }
    return all;
  }

  @Override
  public String lately() {
    return "what it said";
  }
}

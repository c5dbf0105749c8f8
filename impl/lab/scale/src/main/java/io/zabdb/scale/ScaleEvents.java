package io.zabdb.scale;

import io.zabdb.scale.store.ScaleStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What a scenario does to the nodes. Not thread-safe. */
final class ScaleEvents {

  /** When a second zone loses nodes. */
  static final long SECOND_LOSS = 14 * ScaleRun.HOUR;

  private static final int ZONES = 3;

  private final ScaleOptions options;
  private final ScaleLayout layout;
  private final ScaleStore store;
  private final ScaleJudge judge;
  private final SplittableRandom random;

  ScaleEvents(
      ScaleOptions options,
      ScaleLayout layout,
      ScaleStore store,
      ScaleJudge judge,
      SplittableRandom random) {
    this.options = options;
    this.layout = layout;
    this.store = store;
    this.judge = judge;
    this.random = random;
  }

  /** At each tick. */
  void at(long now) {
    if (now == ScaleRun.BEGIN) {
      judge.begin();
    }
    switch (options.scenario()) {
      case GROW -> {
        while (now == ScaleRun.BEGIN && store.nodes() < options.nodes()) {
          judge.comes(store.nodes());
          store.join(layout.node(store.nodes(), now));
        }
      }
      case FAIL -> {
        if (now == ScaleRun.BEGIN) {
          drawn(1, 50).forEach(node -> lose(node, now));
        } else if (now == SECOND_LOSS) {
          drawn(2, 50).forEach(node -> lose(node, now));
        }
      }
      case DECOMMISSION -> {
        if (now == ScaleRun.BEGIN) {
          drawn(0, 30).forEach(this::leave);
          drawn(1, 30).forEach(this::leave);
          drawn(2, 30).forEach(this::leave);
        }
      }
      case HOTSPOT, DIURNAL -> {}
    }
  }

  private void lose(int node, long now) {
    judge.goes(node);
    store.lose(node, now);
  }

  private void leave(int node) {
    judge.goes(node);
    store.leave(node);
  }

  /** One of so many nodes, at least one, of a zone. */
  private List<Integer> drawn(int zone, int ofSoMany) {
    List<Integer> all =
        new ArrayList<>(
            IntStream.range(0, store.nodes()).filter(n -> n % ZONES == zone).boxed().toList());
    List<Integer> drawn = new ArrayList<>();
    for (int i = 0; i < Math.max(1, options.nodes() / ofSoMany); i++) {
      drawn.add(all.remove(random.nextInt(all.size())));
    }
    return drawn;
  }
}

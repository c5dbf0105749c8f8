package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.FaultRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Lets a scheduler loose on a cluster that is not real. */
final class Trial {

  final FakeCluster cluster;
  final Scheduler scheduler;
  final List<Deed> deeds = new ArrayList<>();
  private final BiConsumer<Sight, Deed> watcher;

  /**
   * @param watcher sees each deed before it is done
   */
  Trial(ScheduleSettings settings, int nodes, long restart, BiConsumer<Sight, Deed> watcher) {
    cluster = new FakeCluster(nodes, restart);
    scheduler = new Scheduler(settings, nodes);
    this.watcher = watcher;
  }

  Trial(ScheduleSettings settings, int nodes, long restart) {
    this(settings, nodes, restart, (sight, deed) -> {});
  }

  /** Lets it go on for so long, or until it is over. Returns whether it is over. */
  boolean run(long micros) {
    long end = cluster.now() + micros;
    while (cluster.now() < end) {
      if (!step()) {
        return true;
      }
    }
    return false;
  }

  /** A sight and what comes of it; false: it is over. */
  boolean step() {
    Sight sight = cluster.sight();
    Step step = scheduler.next(sight);
    if (step instanceof Step.Over) {
      return false;
    }
    if (step instanceof Step.Wait wait) {
      cluster.pass(wait.micros());
    } else if (step instanceof Step.Act act) {
      for (Deed deed : act.deeds()) {
        watcher.accept(sight, deed);
        deeds.add(deed);
        cluster.take(deed);
      }
      cluster.pass(1_000);
    }
    return true;
  }

  FaultRun run() {
    return scheduler.run();
  }
}

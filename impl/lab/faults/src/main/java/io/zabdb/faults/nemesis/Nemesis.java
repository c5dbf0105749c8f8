package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.schedule.ScheduleSettings;
import io.zabdb.schedule.Scheduler;
import io.zabdb.schedule.Step;
import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.Answer;
import io.zabdb.schedule.window.FaultRun;
import io.zabdb.schedule.window.WindowsCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Does to a cluster what the {@link Scheduler} says, and checks that it took. What is drawn comes
 * from a seed; when things happen does not. For one thread.
 */
public final class Nemesis {

  /** In each window with a quorum so many must succeed. */
  private static final WindowsCheck CHECK = new WindowsCheck(3, 3);

  /** Windows, by when each fault should have taken, as long as the cluster recovers. */
  private static final int MAX_WINDOWS = 90;

  private final Scheduler scheduler;
  private final Set<Act> faults;
  private final Eyes eyes;
  private final Hands hands;
  private final Proofs proofs;
  private final Chronicle chronicle;
  private int told;

  /**
   * @param cluster with a configuration manager, and stores that have something to compact
   */
  public Nemesis(Cluster cluster, long seed) {
    faults = Hands.FAULTS;
    scheduler = new Scheduler(ScheduleSettings.of(seed, faults), cluster.nodes().size());
    chronicle = new Chronicle(cluster);
    proofs = new Proofs(cluster, chronicle);
    eyes = new Eyes(cluster);
    hands = new Hands(cluster, eyes, proofs);
  }

  /**
   * Strikes until each fault has had its turn and has taken, a leader has stepped aside so as to
   * compact, and all is well again; or until there is no hope of that.
   */
  public void run() throws Exception {
    boolean goesOn = true;
    while (goesOn) {
      if (hasSeenAll() || scheduler.run().windows().size() >= MAX_WINDOWS) {
        scheduler.relent();
      }
      goesOn = step();
    }
    chronicle.read();
  }

  private boolean hasSeenAll() {
    return scheduler.hasHadAll() && missing().isEmpty();
  }

  private boolean step() throws Exception {
    Sight sight = eyes.look();
    hands.checkNobodyEnded();
    Step step = scheduler.next(sight);
    tellWindows();
    if (step instanceof Step.Act act) {
      for (Deed deed : act.deeds()) {
        System.out.println(deed);
        hands.take(deed);
      }
    } else if (step instanceof Step.Wait wait) {
      TimeUnit.MICROSECONDS.sleep(wait.micros());
    }
    return !(step instanceof Step.Over);
  }

  /** At the end of each window: what replicas remember is lost with their processes. */
  private void tellWindows() {
    FaultRun run = scheduler.run();
    for (; told < run.windows().size(); told++) {
      chronicle.read();
      System.out.println("# over: " + run.windows().get(told).name(run.windows().get(0).begin()));
    }
  }

  /** What was done, as a scenario. */
  public String scenario() {
    return scheduler.run().scenario();
  }

  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (Act fault : faults) {
      if (!proofs.counts().containsKey(fault)) {
        missing.add("nothing was seen to change by: " + fault.label());
      }
    }
    if (chronicle.movedByCompaction() == 0) {
      missing.add("no leader stepped aside so as to compact");
    }
    return missing;
  }

  /**
   * Fails unless clients were served in each window with a quorum and not in outages, each fault
   * took, and the cluster recovered in time.
   *
   * @param answers what clients were told
   */
  public void check(Collection<Answer> answers) {
    List<String> problems = new ArrayList<>(CHECK.problems(scheduler.run(), answers));
    problems.addAll(missing());
    if (!problems.isEmpty()) {
      throw new AssertionError(String.join("\n", problems));
    }
  }

  /** In a line, for people. */
  @Override
  public String toString() {
    return scheduler.run().windows().size()
        + " windows, took: "
        + proofs.counts()
        + ", moved by compactions: "
        + chronicle.movedByCompaction();
  }
}

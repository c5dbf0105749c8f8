package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.preload.Preloads;
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
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
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

  /** In every run: what else befalls a cluster befalls one in which these come. */
  private static final Set<Act> ALWAYS = EnumSet.of(Act.KILL, Act.COMPACT, Act.TRANSFER);

  /** So many other faults are in a short run. */
  private static final int DRAWN = 2;

  private final Scheduler scheduler;
  private final Set<Act> faults;
  private final Eyes eyes;
  private final Hands hands;
  private final Proofs proofs;
  private final DisksAndClocks disksAndClocks;
  private final Chronicle chronicle;
  private int told;

  private Nemesis(Cluster cluster, Optional<Preloads> preloads, long seed, Choice choice) {
    chronicle = new Chronicle(cluster);
    proofs = new Proofs(cluster, chronicle);
    disksAndClocks = new DisksAndClocks(preloads, proofs);
    Set<Act> possible = EnumSet.copyOf(Hands.FAULTS);
    possible.addAll(disksAndClocks.faults());
    faults = choice.of(possible);
    scheduler = new Scheduler(ScheduleSettings.of(seed, faults), cluster.nodes().size());
    eyes = new Eyes(cluster);
    hands = new Hands(cluster, eyes, proofs, disksAndClocks);
  }

  /** Which faults of those that are possible. */
  private interface Choice {
    Set<Act> of(Set<Act> possible);
  }

  /**
   * One that does all that can be done here; that is left out which the machine does not let one
   * do.
   *
   * @param cluster with a configuration manager, and stores that have something to compact
   * @param preloads of its nodes; empty: nothing can be done to disks and clocks here
   */
  public static Nemesis ofAll(Cluster cluster, Optional<Preloads> preloads, long seed) {
    return new Nemesis(cluster, preloads, seed, possible -> possible);
  }

  /**
   * One for a short run: kills, compactions and transfers, and of the other faults that are
   * possible here a few that the seed draws.
   *
   * @param cluster likewise
   * @param preloads likewise
   */
  public static Nemesis drawn(Cluster cluster, Optional<Preloads> preloads, long seed) {
    return new Nemesis(cluster, preloads, seed, possible -> draw(possible, seed));
  }

  private static Set<Act> draw(Set<Act> possible, long seed) {
    List<Act> others = new ArrayList<>(EnumSet.copyOf(possible));
    others.removeAll(ALWAYS);
    Collections.shuffle(others, new Random(seed));
    Set<Act> drawn = EnumSet.copyOf(ALWAYS);
    drawn.addAll(others.subList(0, Math.min(DRAWN, others.size())));
    return drawn;
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
    disksAndClocks.look();
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
        + " windows of "
        + faults
        + ", took: "
        + proofs.counts()
        + ", moved by compactions: "
        + chronicle.movedByCompaction();
  }
}

package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.Done;
import io.zabdb.schedule.window.FaultRun;
import io.zabdb.schedule.window.FaultWindow;
import io.zabdb.schedule.window.WindowKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what is to be done to a cluster next, in windows: calm, then one with faults, then all is
 * undone until all is well, again and again. A quorum of nodes that run, are in sync and reach each
 * other is left all the time, but for windows in which it is taken away on purpose.
 *
 * <p>The same settings and the same sights give the same deeds. It is over when somebody says so,
 * and when a recovery took too long: then nothing that follows would mean anything. Not
 * thread-safe.
 */
public final class Scheduler {

  private final Stage stage;
  private final Turns turns;
  private final int nodes;
  private final List<FaultWindow> windows = new ArrayList<>();
  private final List<Done> done = new ArrayList<>();
  private Phase phase;
  private long begin;
  private boolean relenting;
  private boolean over;

  /**
   * @param nodes of the cluster
   */
  public Scheduler(ScheduleSettings settings, int nodes) {
    this.nodes = nodes;
    stage = new Stage(settings);
    turns = new Turns(stage);
  }

  /**
   * What is to be done, or how long to wait for the next sight.
   *
   * @throws IllegalArgumentException if the sight is of another number of nodes
   */
  public Step next(Sight sight) {
    if (sight.nodes().size() != nodes) {
      throw new IllegalArgumentException(sight.nodes().size() + " nodes, not " + nodes);
    }
    if (over) {
      return new Step.Over();
    }
    stage.pace.see(sight);
    if (phase == null) {
      begin(new Recovery(stage, sight), sight);
    }
    while (phase.isOver(sight)) {
      end(sight);
      if (over) {
        return new Step.Over();
      }
    }
    List<Deed> deeds = phase.deeds(sight);
    for (Deed deed : deeds) {
      stage.afflictions.note(deed);
      stage.pace.note(deed);
      done.add(new Done(sight.micros(), deed));
    }
    return deeds.isEmpty() ? new Step.Wait(stage.settings.look()) : new Step.Act(deeds);
  }

  private void begin(Phase next, Sight sight) {
    phase = next;
    begin = sight.micros();
    done.clear();
  }

  private void end(Sight sight) {
    Phase ended = phase;
    windows.add(
        new FaultWindow(
            windows.size() + 1,
            ended.kind(),
            begin,
            ended.struck(),
            sight.micros(),
            done,
            ended.reached()));
    if (ended.kind() == WindowKind.RECOVERY) {
      over = relenting || !ended.reached();
      begin(new Calm(stage, sight), sight);
    } else if (ended.kind() == WindowKind.CALM && !relenting) {
      begin(turns.next(sight), sight);
    } else {
      begin(new Recovery(stage, sight), sight);
    }
  }

  /** No fault begins any more: the window under way ends, all is undone, and then it is over. */
  public void relent() {
    relenting = true;
  }

  /** Whether each fault that was asked for has been done, and each kind of window has come. */
  public boolean hasHadAll() {
    return turns.areDealtOut() && run().missing().isEmpty();
  }

  /** What has been done so far, in windows that have ended. */
  public FaultRun run() {
    return new FaultRun(nodes, stage.settings.faults(), stage.settings.recovery(), windows);
  }
}

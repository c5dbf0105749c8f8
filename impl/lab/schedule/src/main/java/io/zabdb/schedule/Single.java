package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.deed.Part;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * One fault, at those at whom it is aimed. If they do not turn up in time, at others. What passes
 * by itself is done some times.
 */
final class Single implements Phase {

  /** How often what passes by itself is done. */
  private static final int TIMES = 3;

  private final Stage stage;
  private final Act fault;

  private final long deadline;

  /** At whom it is aimed: the first, and if they do not turn up, the next. */
  private final Deque<Aim> aims = new ArrayDeque<>();

  private long patience;
  private long provokedUntil;
  private long struck = -1;
  private long end;
  private int times;
  private long again;

  Single(Stage stage, Act fault, Sight sight) {
    this.stage = stage;
    this.fault = fault;
    aims.add(stage.aims(fault).next());
    Aim.of(fault, stage.settings.ordered()).stream()
        .filter(aim -> !aims.contains(aim))
        .forEach(aims::add);
    patience = sight.micros() + stage.pace.patience();
    deadline = sight.micros() + stage.settings.recovery();
    times = fault.part() == Part.NONE ? TIMES : 1;
  }

  @Override
  public WindowKind kind() {
    return WindowKind.ONE_FAULT;
  }

  @Override
  public List<Deed> deeds(Sight sight) {
    long now = sight.micros();
    if (times == 0 || now < again) {
      return List.of();
    }
    if (struck < 0 && now > patience) {
      aims.add(aims.remove());
      patience = now + stage.pace.patience();
    }
    Aim aim = aims.element();
    List<Deed> deeds = stage.blows.at(fault, aim, sight);
    if (deeds.isEmpty()) {
      return aim == Aim.COMPACTING ? provoke(sight) : List.of();
    }
    if (struck < 0) {
      struck = now;
      end = now + stage.pace.fault();
    }
    times--;
    again = now + (end - struck) / TIMES;
    return deeds;
  }

  /** Has somebody compact, so that he can be struck meanwhile. */
  private List<Deed> provoke(Sight sight) {
    if (sight.micros() < provokedUntil) {
      return List.of();
    }
    provokedUntil = sight.micros() + stage.pace.patience() / 3;
    return stage.blows.at(Act.COMPACT, Aim.MINORITY, sight).stream()
        .map(deed -> deed.because("to be struck"))
        .toList();
  }

  @Override
  public boolean isOver(Sight sight) {
    return struck < 0 ? sight.micros() >= deadline : stage.pace.mayEnd(end);
  }

  @Override
  public long struck() {
    return struck;
  }

  @Override
  public boolean reached() {
    return struck >= 0;
  }
}

package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.ArrayList;
import java.util.List;

/** Which window comes next: each kind, and each way to take the quorum away, gets its turns. */
final class Turns {

  /** Takes the quorum away in one way. */
  private record Way(Act fault, Aim aim) {}

  private final Stage stage;
  private final Deck<WindowKind> kinds;
  private final Deck<Way> outages;

  Turns(Stage stage) {
    this.stage = stage;
    List<Way> ways = new ArrayList<>();
    for (Act fault : stage.settings.ordered()) {
      if (fault.maySpareNobody()) {
        ways.add(new Way(fault, Aim.EVERYBODY));
        if (fault != Act.CUT) {
          ways.add(new Way(fault, Aim.MINORITY));
        }
      }
    }
    outages = new Deck<>(ways, stage.random);
    List<WindowKind> wanted =
        new ArrayList<>(
            List.of(
                WindowKind.ONE_FAULT,
                WindowKind.ONE_FAULT,
                WindowKind.SEVERAL,
                WindowKind.SEVERAL));
    if (!ways.isEmpty()) {
      wanted.add(WindowKind.OUTAGE);
    }
    kinds = new Deck<>(wanted, stage.random);
  }

  /** The next window with faults. */
  Phase next(Sight sight) {
    WindowKind kind = kinds.next();
    if (kind == WindowKind.OUTAGE) {
      Way way = outages.next();
      return new Outage(stage, way.fault(), way.aim(), sight);
    }
    return kind == WindowKind.SEVERAL
        ? new Several(stage, sight)
        : new Single(stage, stage.faults().next(), sight);
  }

  /** Whether each kind of window has come as often as it should, when none is under way. */
  boolean areDealtOut() {
    return kinds.isDealtOut();
  }
}

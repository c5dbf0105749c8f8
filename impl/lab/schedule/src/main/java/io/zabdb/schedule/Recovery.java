package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.List;

/** All is undone, and must become well in time; a process that has ended is started again. */
final class Recovery implements Phase {

  private final Stage stage;
  private final long begin;
  private boolean well;

  Recovery(Stage stage, Sight sight) {
    this.stage = stage;
    begin = sight.micros();
  }

  @Override
  public WindowKind kind() {
    return WindowKind.RECOVERY;
  }

  @Override
  public List<Deed> deeds(Sight sight) {
    return stage.cures(sight);
  }

  @Override
  public boolean isOver(Sight sight) {
    well = stage.afflictions.isEmpty() && sight.isWell();
    return well || sight.micros() >= begin + stage.settings.recovery();
  }

  @Override
  public long struck() {
    return begin;
  }

  @Override
  public boolean reached() {
    return well;
  }
}

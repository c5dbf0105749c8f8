package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.List;

/** Nothing is done for a while. */
final class Calm implements Phase {

  private final Stage stage;
  private final long begin;
  private final long end;

  Calm(Stage stage, Sight sight) {
    this.stage = stage;
    begin = sight.micros();
    end = begin + stage.pace.calm();
  }

  @Override
  public WindowKind kind() {
    return WindowKind.CALM;
  }

  @Override
  public List<Deed> deeds(Sight sight) {
    return List.of();
  }

  @Override
  public boolean isOver(Sight sight) {
    return stage.pace.mayEnd(end);
  }

  @Override
  public long struck() {
    return begin;
  }

  @Override
  public boolean reached() {
    return stage.pace.isLed();
  }
}

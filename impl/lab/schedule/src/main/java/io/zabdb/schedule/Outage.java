package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.List;

/** The quorum is taken away, and held for a while from when it is seen to be away. */
final class Outage implements Phase {

  private final Stage stage;
  private final Act fault;
  private final Aim aim;
  private final long length;
  private final long deadline;
  private boolean done;
  private long struck = -1;

  /**
   * @param fault what takes it away
   * @param aim EVERYBODY, or MINORITY: no more nodes than is enough
   */
  Outage(Stage stage, Act fault, Aim aim, Sight sight) {
    this.stage = stage;
    this.fault = fault;
    this.aim = aim;
    length = stage.pace.outage();
    deadline = sight.micros() + stage.settings.recovery();
  }

  @Override
  public WindowKind kind() {
    return WindowKind.OUTAGE;
  }

  @Override
  public List<Deed> deeds(Sight sight) {
    if (!done) {
      done = true;
      return stage.blows.outage(fault, aim, sight);
    }
    if (struck < 0 && !sight.hasQuorum()) {
      struck = sight.micros();
    }
    return List.of();
  }

  @Override
  public boolean isOver(Sight sight) {
    long now = sight.micros();
    return struck < 0 ? now >= deadline : now >= struck + length;
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

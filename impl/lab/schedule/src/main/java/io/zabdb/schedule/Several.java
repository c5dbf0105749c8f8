package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.List;
import java.util.Optional;

/**
 * Several faults: at each beat one comes, whichever leaves a quorum, or one is undone. So there are
 * as many at a time as the cluster can bear.
 */
final class Several implements Phase {

  private static final int LEAST = 3;
  private static final int MORE = 3;

  /** Of the beats, those at which something is undone though something else could be done. */
  private static final double UNDOES = 0.3;

  private final Stage stage;
  private final long deadline;
  private int left;
  private long next;
  private long struck = -1;

  Several(Stage stage, Sight sight) {
    this.stage = stage;
    left = LEAST + stage.random.nextInt(MORE);
    next = sight.micros();
    deadline = next + stage.settings.recovery();
  }

  @Override
  public WindowKind kind() {
    return WindowKind.SEVERAL;
  }

  @Override
  public List<Deed> deeds(Sight sight) {
    long now = sight.micros();
    if (left == 0 || now < next) {
      return List.of();
    }
    List<Deed> cures = stage.cures(sight);
    boolean undoes = !cures.isEmpty() && stage.random.nextDouble() < UNDOES;
    List<Deed> deeds = undoes ? List.of() : strike(sight);
    if (deeds.isEmpty() && !cures.isEmpty()) {
      deeds = List.of(cures.get(stage.random.nextInt(cures.size())));
    }
    if (!deeds.isEmpty()) {
      next = now + stage.pace.beat();
    }
    return deeds;
  }

  /** The next fault whose turn it is and that leaves a quorum. */
  private List<Deed> strike(Sight sight) {
    Optional<List<Deed>> deeds = stage.faults().play(fault -> stage.blow(fault, sight));
    if (deeds.isPresent()) {
      left--;
      struck = struck < 0 ? sight.micros() : struck;
    }
    return deeds.orElse(List.of());
  }

  @Override
  public boolean isOver(Sight sight) {
    long now = sight.micros();
    return (left == 0 && stage.pace.mayEnd(next)) || now >= deadline;
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

package io.zabdb.replica;

import io.zabdb.environment.Loop;
import java.util.ArrayList;
import java.util.List;

/** A loop that does at once what it is given, but for what is due later. */
final class StepLoop implements Loop {

  private final List<Runnable> later = new ArrayList<>();

  @Override
  public void execute(Runnable action) {
    action.run();
  }

  @Override
  public boolean isInside() {
    return true;
  }

  @Override
  public Timer schedule(long nanos, Runnable action) {
    later.add(action);
    return () -> later.remove(action);
  }

  /** The time of all that is due later has come. */
  void runLater() {
    List<Runnable> due = List.copyOf(later);
    later.clear();
    due.forEach(Runnable::run);
  }
}

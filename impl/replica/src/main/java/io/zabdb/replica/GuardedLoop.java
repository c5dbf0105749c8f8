package io.zabdb.replica;

import io.zabdb.environment.Loop;
import java.util.function.Consumer;

/** A loop for one replica: what an action throws ends that, and not the loop. */
final class GuardedLoop implements Loop {

  private final Loop loop;
  private final Consumer<Throwable> failed;

  /**
   * @param failed hears what an action threw
   */
  GuardedLoop(Loop loop, Consumer<Throwable> failed) {
    this.loop = loop;
    this.failed = failed;
  }

  @Override
  public void execute(Runnable action) {
    loop.execute(guarded(action));
  }

  @Override
  public boolean isInside() {
    return loop.isInside();
  }

  @Override
  public Timer schedule(long nanos, Runnable action) {
    return loop.schedule(nanos, guarded(action));
  }

  @Override
  public void run(Runnable action) {
    loop.run(guarded(action));
  }

  private Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        failed.accept(e);
      }
    };
  }
}

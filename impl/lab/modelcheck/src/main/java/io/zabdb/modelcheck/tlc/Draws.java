package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.model.Model;
import java.io.IOException;
import java.time.Duration;

/**
 * Runs a model; of a random one, draws as many behaviours again, from the seeds that follow, while
 * it has not reached what it must. So whether a run fails tells of the model, and not of its luck.
 * Thread-safe.
 */
public final class Draws {

  /** A model that has not reached it after so many times its behaviours never does. */
  private static final int MAX_DRAWS = 5;

  private final Tlc tlc;

  public Draws(Tlc tlc) {
    this.tlc = tlc;
  }

  /**
   * What all draws of a model came to.
   *
   * @param limit for each draw
   * @param small as in {@link Tlc#run}
   * @param yielding as in {@link Tlc#run}
   */
  public TlcResult run(Model model, Duration limit, boolean small, boolean yielding)
      throws IOException, InterruptedException {
    TlcResult all = tlc.run(model, limit, small, yielding);
    Model next = model;
    for (int draw = 2; draw <= MAX_DRAWS && wants(model, all); draw++) {
      next = next.drawnAgain();
      all = all.and(tlc.run(next, limit, small, yielding));
    }
    return all;
  }

  private static boolean wants(Model model, TlcResult result) {
    return model.mode().simulate()
        && result.outcome().kind() == Outcome.Kind.HOLDS
        && !result.missed().isEmpty();
  }
}

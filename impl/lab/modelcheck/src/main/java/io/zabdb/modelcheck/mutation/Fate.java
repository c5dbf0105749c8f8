package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.report.Figures;
import java.time.Duration;
import java.util.List;

/**
 * What became of a mutant.
 *
 * @param mutant the mutant
 * @param killer the model that came out otherwise than it must; empty if the mutant survives
 * @param how what that model found
 * @param notes what is known of a survivor's models: those that did not end, whether states differ
 * @param time wall-clock time of all models run on it
 */
record Fate(Mutant mutant, String killer, String how, List<String> notes, Duration time) {

  boolean survives() {
    return killer.isEmpty();
  }

  /** One line. */
  @Override
  public String toString() {
    String end = survives() ? "survives (" + String.join("; ", notes) + ")" : killer + " " + how;
    return mutant.name() + " -- " + end + ", " + Figures.seconds(time);
  }
}

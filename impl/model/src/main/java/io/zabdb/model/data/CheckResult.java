package io.zabdb.model.data;

import java.util.Optional;

/**
 * What became of a check-and-mutate.
 *
 * @param version of the cells written; empty: a condition did not hold, and nothing was written
 */
public record CheckResult(Optional<Version> version) {

  /** Whether all conditions held, and the mutation was made. */
  public boolean done() {
    return version.isPresent();
  }
}

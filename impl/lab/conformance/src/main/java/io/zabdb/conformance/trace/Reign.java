package io.zabdb.conformance.trace;

import java.util.ArrayList;
import java.util.List;

/** A leadership period: from Lead to StepDown or Restart. Not thread-safe. */
final class Reign {

  static final int LASTS = Integer.MAX_VALUE;

  final String leader;
  final int incarnation;

  /** The index of the event that ended it. */
  int end = LASTS;

  /** What followers did after the end without knowing of it. */
  final List<WalkStep> movedBefore = new ArrayList<>();

  Reign(String leader, int incarnation) {
    this.leader = leader;
    this.incarnation = incarnation;
  }
}

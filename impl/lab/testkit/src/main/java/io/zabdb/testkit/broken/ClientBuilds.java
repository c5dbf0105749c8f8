package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/client}. */
final class ClientBuilds {

  private static final String CALL = "io.zabdb.client.call.";

  private ClientBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        new BrokenBuild(
            "CutIsSure",
            "an update whose connection broke counts as not made",
            CALL + "Answers",
            "} else if (ending instanceof Ending.Cut<T> broken) { session.ended(true);",
            "} else if (ending instanceof Ending.Cut<T> broken) {"));
  }
}

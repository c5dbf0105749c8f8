package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/core}. */
final class CoreBuilds {

  private static final String ZAB = "io.zabdb.core.zab.";

  private CoreBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        new BrokenBuild(
            "LeaseRead",
            "a leader that a quorum has confirmed once answers reads without asking again",
            ZAB + "LeaderReads",
            """
            void advance() {
              if (leader.isEstablished() && !round.active && round.isAnyWaiting()) {
                clientRead();
              }
              if (guards.confirmed(leader)) {
                serveRead();
              }
            }
            """,
            """
            private boolean leased;

            void advance() {
              if (leader.isEstablished() && leased && round.isAnyWaiting()) {
                round.begin(state.lastCommitted, leader.selfAsSet());
                context.output(new Output.ServeReads(state.lastCommitted, round.end()));
              }
              if (leader.isEstablished() && !round.active && round.isAnyWaiting()) {
                clientRead();
              }
              if (guards.confirmed(leader)) {
                serveRead();
                leased = true;
              }
            }
            """));
  }
}

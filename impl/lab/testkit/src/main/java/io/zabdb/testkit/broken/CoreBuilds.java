package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/core}. */
final class CoreBuilds {

  private CoreBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "LeaseRead",
            "a leader that a quorum has confirmed once answers reads without asking again",
            "LeaderReads",
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
            """),
        build(
            "OldReadIndex",
            "a read sees whatever is applied, not all that was committed when it came",
            "LeaderReads",
            "round.begin(state.lastCommitted, leader.selfAsSet());",
            "round.begin(0, leader.selfAsSet());"),
        build(
            "AckBeforeSync",
            "a follower acknowledges an entry before it is on disk",
            "Guards",
            "log.append(entry);",
            """
            log.append(entry);
            if (follower.isInEpoch()) {
              follower.send(new Message.Ack(follower.replica.acceptedEpoch, entry.zxid()));
            }
            """),
        build(
            "OneDiskIsEnough",
            "an entry is committed when one disk has it",
            "Guards",
            "isCommittedBy(leader, acked, holding(leader, acked))",
            "acked > 0"),
        build(
            "PromiseOnlyTold",
            "an epoch is promised, and the promise is not written",
            "Guards",
            "return follower.pending.epoch();",
            "return follower.acceptedEpoch;"),
        build(
            "OwnHistory",
            "a leader insists on its own history",
            "Guards",
            "protected long latest(LeaderState leader) {",
            """
            protected long latest(LeaderState leader) {
              if (leader != null) {
                return leader.selfAsSet();
              }
            """),
        build(
            "FoundingToldUnsynced",
            "who founds a group alone sends the founding to others before it has it on disk",
            "Context",
            "return isLoneFounder() && state.history.length() > 0 && state.synced == 0;",
            "return false;"),
        build(
            "TailKept",
            "a follower keeps what its leader never had behind what both have",
            "LogKeeping",
            "truncate(kept); state.synced",
            "state.synced"),
        build(
            "SyncedSurvivesCut",
            "what was synced before a cut counts as synced after it",
            "LogKeeping",
            "state.synced = Math.min(state.synced, kept);",
            ""),
        build(
            "LoggedIsRefused",
            "a leader that steps down refuses what it has logged, as if it had not",
            "RequestQueue",
            "logged.forEach(request -> context.output(new Output.Unknown(request.token)));",
            """
            logged.forEach(
                request ->
                    context.output(
                        new Output.Refuse(request.token, io.zabdb.core.step.Refusal.NOT_LEADER, -1)));
            """),
        build(
            "VoidAnswersCount",
            "a leader rests on answers of followers that a heartbeat has woken since",
            "LeaderRest",
            "if (asked > 0 && answer.question() == asked) {",
            "if (asked > 0) {"),
        build(
            "RestsForEver",
            "a leader that rests never makes sure that it is followed",
            "LeaderRest",
            "if (resting && ticks >= context.settings.timing().restLength()) {",
            "if (resting && ticks < 0) {"),
        build(
            "RestsUnheard",
            "a follower rests on though nothing is heard of its leader's node",
            "FollowerRest",
            "return hearsLeader() && transfer.isIdle()",
            "return transfer.isIdle()"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb.core.zab." + type, before, after);
  }
}

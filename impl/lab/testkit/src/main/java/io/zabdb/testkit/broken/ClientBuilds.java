package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/client}. */
final class ClientBuilds {

  private ClientBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "CutIsSure",
            "an update whose connection broke counts as not made",
            "call.Answers",
            "} else if (ending instanceof Ending.Cut<T> broken) { session.ended(true);",
            "} else if (ending instanceof Ending.Cut<T> broken) {"),
        build(
            "RefusalIsSure",
            "a refusal counts as definite, whatever the node says of it",
            "call.Answers",
            "session.ended(refusal.error().getMayHaveHappened());",
            ""),
        build(
            "TimeoutIsSure",
            "an update without a result in time counts as not made",
            "call.Call",
            "news.expired(isOpen, session.isUnsure(), last);",
            "news.expired(false, false, last);"),
        build(
            "FailureIsSure",
            "what is refused in the end counts as not made, whatever became of its first attempts",
            "call.Call",
            "new ZabException(failure.code(), failure.problem(), session.isUnsure(), failure)",
            "new ZabException(failure.code(), failure.problem(), false, failure)"),
        build(
            "UnsureSessionReused",
            "the session of an update of which nobody knows is used for the next one",
            "call.UpdateSession",
            "if (session != null && !isUnsure && session.isOf(",
            "if (session != null && session.isOf("),
        build(
            "ReplacedThoughUnsure",
            "an update that may have been made takes another session, if its own is forgotten",
            "call.UpdateSession",
            """
            if (isUnsure || isOpen) {
              isUnsure = true;
              return false;
            }
            """,
            ""),
        build(
            "RetryIsNew",
            "each attempt of an update has a session of its own",
            "operation.Update",
            ".setSession(stamp.session())",
            ".setSession(java.util.concurrent.ThreadLocalRandom.current().nextLong())"),
        build(
            "LookupIsStale",
            "a row is read from whatever state the node has",
            "operation.Lookup",
            ".setStale(kind == OperationKind.STALE_READ)",
            ".setStale(true)"),
        build(
            "ScanLosesPartition",
            "a scan does not go on in the next partition",
            "scan.PageRead",
            "behind = Optional.of(nextPartition);",
            "behind = Optional.empty();"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb.client." + type, before, after);
  }
}

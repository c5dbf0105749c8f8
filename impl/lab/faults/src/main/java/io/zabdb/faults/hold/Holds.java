package io.zabdb.faults.hold;

import java.util.List;
import java.util.function.Supplier;

/** All holds. */
public final class Holds {

  private Holds() {}

  /** In the order in which they are tried. */
  public static List<Supplier<Hold>> all() {
    return List.of(
        LargeGets::new,
        UnreadGets::new,
        LargePuts::new,
        Scans::new,
        LargeBatches::new,
        ManyConnections::new,
        HalfRequests::new,
        Abandoning::new,
        NewSessions::new,
        PausedFollower::new);
  }

  /** Those that together fit into a short test. */
  public static List<Supplier<Hold>> brief() {
    return List.of(
        LargeGets::new, UnreadGets::new, LargePuts::new, HalfRequests::new, NewSessions::new);
  }
}

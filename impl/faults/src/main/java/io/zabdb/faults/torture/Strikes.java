package io.zabdb.faults.torture;

import io.zabdb.faults.torture.strike.ClockAhead;
import io.zabdb.faults.torture.strike.DiskFull;
import io.zabdb.faults.torture.strike.DiskReplaced;
import io.zabdb.faults.torture.strike.FlushFails;
import io.zabdb.faults.torture.strike.FollowerStopped;
import io.zabdb.faults.torture.strike.GreedyReaders;
import io.zabdb.faults.torture.strike.LeaderKilled;
import io.zabdb.faults.torture.strike.LeaderStopped;
import io.zabdb.faults.torture.strike.ManagerForgets;
import io.zabdb.faults.torture.strike.ManySessions;
import io.zabdb.faults.torture.strike.SlowSyncs;
import io.zabdb.faults.torture.strike.Strike;
import io.zabdb.faults.torture.strike.SyncFails;
import java.util.ArrayList;
import java.util.List;

/** All strikes that there are. */
final class Strikes {

  private static final List<Strike> ANYWHERE =
      List.of(
          new LeaderKilled(),
          new LeaderStopped(),
          new FollowerStopped(),
          new GreedyReaders(),
          new ManySessions(),
          new DiskReplaced(),
          new ManagerForgets());

  private static final List<Strike> WITH_PRELOAD =
      List.of(
          new SyncFails(),
          new FlushFails(),
          new SlowSyncs(false),
          new SlowSyncs(true),
          new DiskFull(),
          new ClockAhead());

  private Strikes() {}

  /**
   * Those that are possible.
   *
   * @param preload whether disks and clocks can be made to go wrong here
   */
  static List<Strike> possible(boolean preload) {
    List<Strike> possible = new ArrayList<>(ANYWHERE);
    if (preload) {
      possible.addAll(WITH_PRELOAD);
    }
    return possible;
  }

  /** The names of the others. */
  static List<String> impossible(boolean preload) {
    return preload ? List.of() : WITH_PRELOAD.stream().map(Strike::name).toList();
  }
}

package io.zabdb.faults.torture;

import io.zabdb.faults.torture.strike.BitRot;
import io.zabdb.faults.torture.strike.ClockAhead;
import io.zabdb.faults.torture.strike.Detour;
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
import io.zabdb.faults.torture.strike.TimeJumps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
          new BitRot(true),
          new BitRot(false),
          new ManagerForgets());

  private static final List<Strike> WITH_PRELOAD =
      List.of(
          new SyncFails(),
          new FlushFails(),
          new SlowSyncs(false),
          new SlowSyncs(true),
          new DiskFull(),
          new ClockAhead(),
          new TimeJumps());

  private static final List<Strike> WITH_NAMESPACES = List.of(new Detour());

  private Strikes() {}

  /** Those that are possible. */
  static List<Strike> possible(Means means) {
    List<Strike> possible = new ArrayList<>(ANYWHERE);
    if (means.preload()) {
      possible.addAll(WITH_PRELOAD);
    }
    if (means.namespaces()) {
      possible.addAll(WITH_NAMESPACES);
    }
    return possible;
  }

  /** Of the others: name, and what is missing here. */
  static Map<String, String> impossible(Means means) {
    Map<String, String> impossible = new TreeMap<>();
    if (!means.preload()) {
      WITH_PRELOAD.forEach(each -> impossible.put(each.name(), "needs Linux and a C compiler"));
    }
    if (!means.namespaces()) {
      WITH_NAMESPACES.forEach(
          each -> impossible.put(each.name(), "needs Linux, root, and the programs ip and bridge"));
    }
    return impossible;
  }
}

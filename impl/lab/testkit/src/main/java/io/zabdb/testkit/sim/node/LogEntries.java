package io.zabdb.testkit.sim.node;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.testkit.sim.disk.Disk;
import java.util.ArrayList;
import java.util.List;

/** Entries that the core has no longer in memory, read from the log. */
final class LogEntries {

  private LogEntries() {}

  /** The same entries with their payloads. */
  static List<Entry> whole(List<Entry> entries, Disk disk) {
    List<Entry> whole = new ArrayList<>(entries);
    long index = entries.isEmpty() ? 0 : indexOf(entries.get(entries.size() - 1).zxid(), disk);
    for (int i = 0; i < entries.size(); i++) {
      if (!entries.get(i).isInMemory()) {
        whole.set(i, disk.entry(index - (entries.size() - 1 - i)));
      }
    }
    return whole;
  }

  private static long indexOf(Zxid zxid, Disk disk) {
    long index = disk.length();
    while (!disk.entry(index).zxid().equals(zxid)) {
      index--;
    }
    return index;
  }
}

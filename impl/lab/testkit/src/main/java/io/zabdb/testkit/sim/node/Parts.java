package io.zabdb.testkit.sim.node;

import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.testkit.sim.disk.Disk;
import java.util.ArrayList;
import java.util.List;

/**
 * What a driver does to messages with differences: it reads from the log what the core has no
 * longer in memory, and sends some messages in parts.
 */
final class Parts {

  /** Of differences with more than one entry, those that begin at such a counter are divided. */
  private static final int DIVIDED = 3;

  private Parts() {}

  /** What goes over the wire, in order. */
  static List<Message> of(Message message, Disk disk) {
    if (message instanceof Message.Sync sync) {
      return divided(sync.epoch(), whole(sync.difference(), disk), true);
    }
    return message instanceof Message.Pulled pulled
        ? divided(pulled.epoch(), whole(pulled.difference(), disk), false)
        : List.of(message);
  }

  private static Difference whole(Difference difference, Disk disk) {
    List<Entry> entries = new ArrayList<>(difference.entries());
    long index = entries.isEmpty() ? 0 : indexOf(entries.get(entries.size() - 1).zxid(), disk);
    for (int i = 0; i < entries.size(); i++) {
      if (!entries.get(i).isInMemory()) {
        entries.set(i, disk.entry(index - (entries.size() - 1 - i)));
      }
    }
    return new Difference(difference.mode(), difference.from(), difference.checkpoint(), entries);
  }

  private static long indexOf(Zxid zxid, Disk disk) {
    long index = disk.length();
    while (!disk.entry(index).zxid().equals(zxid)) {
      index--;
    }
    return index;
  }

  private static List<Message> divided(long epoch, Difference difference, boolean isSync) {
    List<Entry> entries = difference.entries();
    if (entries.size() < 2 || entries.get(0).counter() % DIVIDED != 0) {
      return List.of(message(epoch, difference, isSync));
    }
    int first = (entries.size() + 1) / 2;
    Difference part =
        new Difference(
            difference.mode(),
            difference.from(),
            difference.checkpoint(),
            entries.subList(0, first));
    Difference rest =
        new Difference(
            Difference.Mode.DIFF,
            entries.get(first - 1).zxid(),
            null,
            entries.subList(first, entries.size()));
    return List.of(new Message.Part(epoch, part), message(epoch, rest, isSync));
  }

  private static Message message(long epoch, Difference difference, boolean isSync) {
    return isSync ? new Message.Sync(epoch, difference) : new Message.Pulled(epoch, difference);
  }
}

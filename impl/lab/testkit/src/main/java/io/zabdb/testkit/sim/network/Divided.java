package io.zabdb.testkit.sim.network;

import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import java.util.List;

/**
 * What a driver does to messages with differences: it reads from the log what the core has no
 * longer in memory, and sends some messages in parts.
 */
public final class Divided {

  /** Of differences with more than one entry, those that begin at such a counter are divided. */
  private static final int DIVIDED = 3;

  /**
   * Reads what is not in memory.
   *
   * @param <X> of a log that cannot be read
   */
  @FunctionalInterface
  public interface Reading<X extends Exception> {

    /** The same entries with their payloads. */
    List<Entry> whole(List<Entry> entries) throws X;
  }

  private Divided() {}

  /** What goes over the wire, in order. */
  public static <X extends Exception> List<Message> of(Message message, Reading<X> log) throws X {
    if (message instanceof Message.Sync sync) {
      return divided(sync.epoch(), whole(sync.difference(), log), true);
    }
    return message instanceof Message.Pulled pulled
        ? divided(pulled.epoch(), whole(pulled.difference(), log), false)
        : List.of(message);
  }

  private static <X extends Exception> Difference whole(Difference difference, Reading<X> log)
      throws X {
    return new Difference(
        difference.mode(),
        difference.from(),
        difference.checkpoint(),
        log.whole(difference.entries()));
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

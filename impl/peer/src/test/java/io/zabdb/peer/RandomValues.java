package io.zabdb.peer;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Messages and datagrams of every kind, with small, large and extreme values. */
public final class RandomValues {

  private final RandomGenerator random;

  public RandomValues(RandomGenerator random) {
    this.random = random;
  }

  /** Of each record of {@link Message} one. */
  public List<Message> messages() {
    return List.of(
        new Message.Cepoch(number(), number()),
        new Message.NewEpoch(number()),
        new Message.AckEpoch(
            random.nextBoolean() ? Message.Promise.FIRST : Message.Promise.AGAIN,
            number(),
            zxid(),
            roster()),
        new Message.Pull(number(), zxid()),
        new Message.Pulled(number(), difference()),
        new Message.Sync(number(), difference()),
        new Message.Part(number(), difference()),
        new Message.NewLeader(number()),
        new Message.AckLd(number(), zxid()),
        new Message.CommitLd(number(), zxid()),
        new Message.Propose(number(), entry(random.nextInt(5000))),
        new Message.Ack(number(), zxid()),
        new Message.Commit(number(), zxid()),
        new Message.Ping(number(), number()),
        new Message.Pong(number(), number()),
        new Message.Rest(number(), number()),
        new Message.Wake(number()));
  }

  /** Of each record of {@link Datagram} one. */
  public List<Datagram> datagrams() {
    Datagram.Role[] roles = Datagram.Role.values();
    return List.of(
        new Datagram.Notification(
            roles[random.nextInt(roles.length)],
            number(),
            number(),
            zxid(),
            number(),
            number(),
            random.nextInt(1 << 20),
            random.nextLong(),
            number()),
        new Datagram.Report(number(), number(), random.nextInt(1 << 20)),
        new Datagram.Permit(number(), number()),
        new Datagram.Start(number()));
  }

  public Difference difference() {
    Difference.Mode[] modes = Difference.Mode.values();
    Difference.Mode mode = modes[random.nextInt(modes.length)];
    Zxid from = zxid();
    List<Entry> entries = new ArrayList<>();
    int count = random.nextInt(3) * random.nextInt(300);
    for (int i = 0; i < count; i++) {
      entries.add(entry(random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(100)));
    }
    return new Difference(
        mode, from, mode == Difference.Mode.SNAP ? checkpoint(from) : null, entries);
  }

  private Checkpoint checkpoint(Zxid zxid) {
    return new CheckpointFiles(1 + random.nextInt(1000), zxid, roster(), Path.of("files"));
  }

  private Roster roster() {
    if (random.nextInt(3) == 0) {
      return Roster.NONE;
    }
    Roster founding = Roster.founding(random.longs(1 + random.nextInt(63)).toArray());
    return random.nextBoolean() ? founding : founding.sealed();
  }

  public Zxid zxid() {
    return new Zxid(number(), number());
  }

  public Entry entry(int payloadBytes) {
    byte[] payload = new byte[payloadBytes];
    random.nextBytes(payload);
    return new Entry(number(), number(), random.nextLong(), number(), payload);
  }

  /** From 0 up. */
  private long number() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(200);
      case 2 -> random.nextLong(1L << 40);
      default -> Long.MAX_VALUE - random.nextInt(2);
    };
  }
}

package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A replica group without time: everything that replicas send arrives at once and in order, and
 * what they write is on disk as soon as nothing else is left to do. Tests say which members cannot
 * talk and which disks stand still.
 */
final class Group {

  final Actions actions = new Actions();
  final List<Replica> replicas = new ArrayList<>();
  final List<List<Output>> outputs = new ArrayList<>();

  private final Deque<Runnable> work = new ArrayDeque<>();
  private final List<Disk> disks = new ArrayList<>();
  private final Map<Connection, Integer> broken = new HashMap<>();
  private final List<Settings> settings = new ArrayList<>();
  private final List<Guards> guards = new ArrayList<>();
  private Predicate<Message> lost = message -> false;
  private Predicate<Datagram> lostDatagrams = datagram -> false;
  private final List<Runnable> late = new ArrayList<>();
  private boolean delayed;
  private long cut;
  private long silent;
  private long tokens;

  /** What a replica has written, and what of it is on disk. */
  static final class Disk {
    private final long number;
    long accepted;
    long current;
    Checkpoint checkpoint;
    final List<Entry> entries = new ArrayList<>();
    long synced;
    boolean stands;
    Input.EpochWritten epoch;

    Disk(long number) {
      this.number = number;
    }

    long base() {
      return checkpoint == null ? 0 : checkpoint.length();
    }
  }

  Group(int members) {
    this(members, Guards.STANDARD);
  }

  Group(int members, Guards all) {
    this(members, all, TransferSettings.DEFAULT);
  }

  Group(int members, Guards all, TransferSettings transfer) {
    this(members, members, all, transfer);
  }

  /** Those behind the members are learners, which may be joined. */
  static Group withLearners(int members, int slots) {
    return new Group(members, slots, Guards.STANDARD, TransferSettings.DEFAULT);
  }

  /** Replicas have files that do not travel through the log. */
  static Group withFiles(int members) {
    return new Group(members, members, Guards.STANDARD, TransferSettings.DEFAULT, true);
  }

  /** Groups of this timing. */
  static Group timed(int members, Settings.Timing timing, TransferSettings transfer) {
    return new Group(members, members, Guards.STANDARD, transfer, false, timing);
  }

  private Group(int members, int slots, Guards all, TransferSettings transfer) {
    this(members, slots, all, transfer, false);
  }

  private Group(int members, int slots, Guards all, TransferSettings transfer, boolean hasFiles) {
    this(members, slots, all, transfer, hasFiles, Settings.Timing.DEFAULT);
  }

  private Group(
      int members,
      int slots,
      Guards all,
      TransferSettings transfer,
      boolean hasFiles,
      Settings.Timing timing) {
    for (int member = 0; member < slots; member++) {
      disks.add(new Disk(Roster.UNNUMBERED));
      outputs.add(new ArrayList<>());
      settings.add(
          new Settings(
              member,
              members,
              slots,
              0,
              timing,
              Settings.Limits.DEFAULT,
              transfer,
              0,
              true,
              hasFiles));
      guards.add(all);
      replicas.add(null);
    }
    for (int member = 0; member < slots; member++) {
      start(member);
    }
    run();
  }

  private static Settings ofNextStart(Settings old) {
    return new Settings(
        old.self(),
        old.members(),
        old.slots(),
        old.incarnation() + 1,
        old.timing(),
        old.limits(),
        old.transfer(),
        old.foundingWait(),
        old.founds(),
        old.hasFiles());
  }

  private void start(int member) {
    Disk disk = disks.get(member);
    Recovered recovered =
        new Recovered(disk.number, disk.accepted, disk.current, disk.checkpoint, disk.entries);
    List<Output> first = new ArrayList<>();
    replicas.set(
        member,
        new Replica(settings.get(member), recovered, guards.get(member), actions, first::add));
    first.forEach(output -> carryOut(member, output));
  }

  /** The member crashes, and comes back with an empty disk. */
  void replaceDisk(int member, long number) {
    disks.set(member, new Disk(number));
    restart(member);
  }

  /** The member crashes, losing what is not on disk, and comes back. */
  void restart(int member) {
    Disk disk = disks.get(member);
    while (disk.base() + disk.entries.size() > disk.synced) {
      disk.entries.remove(disk.entries.size() - 1);
    }
    disk.epoch = null;
    settings.set(member, ofNextStart(settings.get(member)));
    for (int other = 0; other < replicas.size(); other++) {
      breakAll(member, other);
    }
    start(member);
  }

  private final List<Connection> connections = new ArrayList<>();

  private void breakAll(int one, int other) {
    for (Connection connection : List.copyOf(connections)) {
      if (connects(connection, one, other)) {
        close(connection, -1);
      }
    }
  }

  private static boolean connects(Connection connection, int one, int other) {
    return (connection.initiator() == one && connection.acceptor() == other)
        || (connection.initiator() == other && connection.acceptor() == one);
  }

  private void close(Connection connection, int by) {
    connections.remove(connection);
    if (broken.put(connection, by) == null) {
      for (int end : new int[] {connection.initiator(), connection.acceptor()}) {
        if (end != by) {
          give(end, new Input.ConnectionClosed(connection));
        }
      }
    }
  }

  /** Cuts a member off; its connections break. */
  void isolate(int member) {
    cut = Members.with(cut, member);
    for (int other = 0; other < replicas.size(); other++) {
      breakAll(member, other);
    }
  }

  void heal() {
    cut = 0;
  }

  /** A member says nothing any more over its connections, which nobody tells of. */
  void silence(int member) {
    silent = Members.with(silent, member);
  }

  /** Messages for which the test holds are lost. */
  void lose(Predicate<Message> which) {
    lost = which;
  }

  /** Datagrams for which the test holds are lost. */
  void loseDatagrams(Predicate<Datagram> which) {
    lostDatagrams = which;
  }

  /**
   * From now on the datagrams of leadership transfer are delayed, or those that were arrive, twice.
   */
  void delayDatagrams(boolean delay) {
    delayed = delay;
    if (!delay) {
      work.addAll(late);
      work.addAll(late);
      late.clear();
      run();
    }
  }

  /** The member's disk stands still, or goes on. */
  void stand(int member, boolean stands) {
    disks.get(member).stands = stands;
  }

  void give(int member, Input input) {
    work.add(() -> step(member, input));
  }

  private void step(int member, Input input) {
    List<Output> produced = new ArrayList<>();
    replicas.get(member).step(input, produced::add);
    replicas.get(member).checkInvariants();
    produced.forEach(output -> carryOut(member, output));
  }

  /** Ticks everybody until the condition holds; fails after a thousand ticks. */
  void until(BooleanSupplier condition) {
    for (int tick = 0; tick < 1_000; tick++) {
      run();
      if (condition.getAsBoolean()) {
        return;
      }
      tick();
    }
    throw new AssertionError("never: " + replicas);
  }

  void tick() {
    for (int member = 0; member < replicas.size(); member++) {
      give(member, new Input.Tick());
    }
    run();
  }

  void ticks(int count) {
    for (int i = 0; i < count; i++) {
      tick();
    }
  }

  /** Until nothing is left to do. */
  void run() {
    do {
      while (!work.isEmpty()) {
        work.poll().run();
      }
      for (int member = 0; member < disks.size(); member++) {
        sync(member);
      }
    } while (!work.isEmpty());
  }

  private void sync(int member) {
    Disk disk = disks.get(member);
    if (disk.stands) {
      return;
    }
    long written = disk.base() + disk.entries.size();
    if (disk.synced < written) {
      disk.synced = written;
      give(member, new Input.LogSynced(written, disk.entries.get(disk.entries.size() - 1).zxid()));
    }
    if (disk.epoch != null) {
      Input.EpochWritten done = disk.epoch;
      disk.epoch = null;
      if (done.field() == EpochField.ACCEPTED) {
        disk.accepted = done.epoch();
      } else {
        disk.current = done.epoch();
      }
      give(member, done);
    }
  }

  private boolean reach(int one, int other) {
    return !Members.contains(cut, one) && !Members.contains(cut, other);
  }

  private void carryOut(int member, Output output) {
    outputs.get(member).add(output);
    Disk disk = disks.get(member);
    if (output instanceof Output.Connect connect) {
      Connection connection = connect.connection();
      if (reach(member, connection.acceptor())) {
        connections.add(connection);
        give(connection.acceptor(), new Input.ConnectionRequested(connection));
      } else {
        give(member, new Input.ConnectionClosed(connection));
      }
    } else if (output instanceof Output.Accept accept) {
      give(accept.connection().initiator(), new Input.ConnectionAccepted(accept.connection()));
    } else if (output instanceof Output.Close close) {
      close(close.connection(), member);
    } else if (output instanceof Output.Send send) {
      deliver(member, send);
    } else if (output instanceof Output.Notify notify) {
      deliver(member, notify);
    } else if (output instanceof Output.Append append) {
      disk.entries.add(append.entry());
    } else if (output instanceof Output.Truncate truncate) {
      while (disk.base() + disk.entries.size() > truncate.length()) {
        disk.entries.remove(disk.entries.size() - 1);
      }
      disk.synced = Math.min(disk.synced, truncate.length());
    } else if (output instanceof Output.Install install) {
      disk.checkpoint = install.checkpoint();
      disk.entries.clear();
      disk.synced = disk.base();
    } else if (output instanceof Output.WriteEpoch write) {
      disk.epoch = new Input.EpochWritten(write.field(), write.epoch());
    }
  }

  private void deliver(int member, Output.Send send) {
    Connection connection = send.connection();
    if (!broken.containsKey(connection)
        && !lost.test(send.message())
        && !Members.contains(silent, member)) {
      int to = connection.initiator() == member ? connection.acceptor() : connection.initiator();
      work.add(
          () -> {
            if (!broken.containsKey(connection)) {
              step(to, new Input.Received(connection, send.message()));
            }
          });
    }
  }

  private void deliver(int member, Output.Notify notify) {
    Datagram datagram = notify.datagram();
    if (delayed && !(datagram instanceof Datagram.Notification)) {
      late.add(() -> step(notify.to(), new Input.Notified(member, datagram)));
    } else if (reach(member, notify.to()) && !lostDatagrams.test(datagram)) {
      give(notify.to(), new Input.Notified(member, datagram));
    }
  }

  /** The established leader that a quorum follows; -1 if there is none. */
  int leader() {
    for (int member = 0; member < replicas.size(); member++) {
      Replica replica = replicas.get(member);
      if (replica.state().role() == Datagram.Role.LEADING
          && replica.state().phase() == Phase.BROADCAST
          && !Members.contains(cut, member)) {
        return member;
      }
    }
    return -1;
  }

  /** From now on the member hears the nodes of these members, as bits. */
  void hears(int member, long members) {
    give(member, new Input.NodesHeard(members));
    run();
  }

  /** A request to a member; its token. */
  long request(int member, long session, long seq) {
    tokens++;
    byte[] payload = ("request " + seq).getBytes(StandardCharsets.UTF_8);
    give(member, new Input.ClientRequest(tokens, session, seq, payload));
    run();
    return tokens;
  }

  /** A request for other members; its token. */
  long change(int member, int... voters) {
    tokens++;
    long wanted = 0;
    for (int voter : voters) {
      wanted = Members.with(wanted, voter);
    }
    give(member, new Input.MembersRequested(tokens, wanted));
    run();
    return tokens;
  }

  /** A request to have some, as bits, know that they never vote; its token. */
  long dismiss(int member, long learners) {
    tokens++;
    give(member, new Input.DismissalRequested(tokens, learners));
    run();
    return tokens;
  }

  /** The member's store is under this pressure now. */
  void pressure(int member, int level) {
    give(member, new Input.PressureSampled(level));
    run();
  }

  /** The member is fit to lead from now on, or is not. */
  void fit(int member, boolean fit) {
    give(member, new Input.FitnessChanged(fit));
    run();
  }

  /** Whether the member compacts heavily. */
  boolean compacts(int member) {
    return replicas.get(member).transferView().run() % 2 == 1;
  }

  /** The member's heavy compaction ends. */
  void finishCompaction(int member) {
    give(member, new Input.CompactionFinished());
    run();
  }

  long read(int member) {
    tokens++;
    give(member, new Input.ClientRead(tokens));
    run();
    return tokens;
  }

  /** A checkpoint of what the member knows to be committed. */
  void purge(int member) {
    Disk disk = disks.get(member);
    Replica replica = replicas.get(member);
    long length = replica.state().lastCommitted();
    List<Entry> covered = disk.entries.subList(0, (int) (length - disk.base()));
    Snapshot snapshot = new Snapshot(length, covered.get(covered.size() - 1).zxid());
    covered.clear();
    disk.checkpoint = snapshot;
    give(member, new Input.CheckpointTaken(snapshot));
    run();
  }

  /** A checkpoint without a state behind it. */
  record Snapshot(long length, io.zabdb.core.message.Zxid zxid) implements Checkpoint {}

  record SnapshotWithRoster(long length, io.zabdb.core.message.Zxid zxid, Roster roster)
      implements Checkpoint {}

  <T extends Output> List<T> outputsOf(int member, Class<T> kind) {
    return outputs.get(member).stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}

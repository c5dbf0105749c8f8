package io.zabdb.testkit.sim.node;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.zab.Recovered;
import io.zabdb.testkit.sim.disk.Disk;
import io.zabdb.testkit.sim.disk.DiskUser;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Divided;
import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Snapshot;
import io.zabdb.testkit.sim.store.Store;
import io.zabdb.testkit.sim.store.Terms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of a node, from its start to its end: the driver of a replica. It gives the replica one
 * input at a time and carries out what comes back, in order.
 */
@SuppressWarnings("JavaLangClash") // there are no others in virtual time
final class Process implements DiskUser {

  private final World world;
  private final Node node;
  private final Surroundings around;
  private final Disk disk;
  private final SimulatedReplica replica;
  private final Desk desk;
  private final Timekeeper timekeeper;
  private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
  private final List<Output> outputs = new ArrayList<>();
  private Store store;
  private boolean paused;
  private boolean over;
  private boolean writingCheckpoint;

  /** A process that has opened the disk, and whose replica has not done anything yet. */
  Process(World world, Node node, Surroundings around, Settings settings) {
    this.world = world;
    this.node = node;
    this.around = around;
    this.disk = node.disk();
    disk.open(this);
    replica = around.replicas().start(settings, recovered(), outputs::add);
    desk = new Desk(node.number(), around.watcher(), around.answers());
    timekeeper = new Timekeeper(around, node.number(), settings.members(), node.wall());
    Snapshot checkpoint = (Snapshot) disk.checkpoint();
    store = checkpoint == null ? new Store(around.times()::advanced) : checkpoint.restore();
  }

  private Recovered recovered() {
    return new Recovered(
        disk.number(),
        disk.epoch(EpochField.ACCEPTED),
        disk.epoch(EpochField.CURRENT),
        disk.checkpoint(),
        disk.tail());
  }

  /** Carries out what the replica asked for when it started. */
  void begin() {
    if (around.hasTime()) {
      timekeeper.tell(true);
    }
    finishStep();
  }

  Timekeeper timekeeper() {
    return timekeeper;
  }

  SimulatedReplica replica() {
    return replica;
  }

  long applied() {
    return store.length();
  }

  /** The applied time, in milliseconds. */
  long time() {
    return store.time();
  }

  long stateHash() {
    return store.hash();
  }

  String unanswered() {
    return desk.unanswered();
  }

  boolean isPaused() {
    return paused;
  }

  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
    while (!inbox.isEmpty() && !over) {
      inbox.poll().run();
    }
  }

  /** It does nothing any more. */
  void end() {
    over = true;
  }

  void ask(Ask ask) {
    desk.take(ask);
    whenAwake(ask.isRead() ? () -> step(new Input.ClientRead(ask.token())) : () -> update(ask));
  }

  /** An operator wants these members, bits; the token is its own. */
  void changeMembers(long token, long voters) {
    desk.takeChange(token);
    whenAwake(() -> step(new Input.MembersRequested(token, voters)));
  }

  private void update(Ask ask) {
    long stamp = around.hasTime() ? timekeeper.stamp(store.time()) : 0;
    if (around.hasTime() && stamp == 0) {
      desk.refuse(new Output.Refuse(ask.token(), Refusal.OVERLOADED, -1));
      return;
    }
    Terms terms = new Terms(stamp, ask.opened(), around.sessions());
    byte[] payload = ask.command().encode(terms, ask.padding());
    step(new Input.ClientRequest(ask.token(), ask.session(), ask.seq(), payload));
  }

  void heardClock(int from, long millis, boolean asks) {
    whenAwake(() -> timekeeper.heard(from, millis, asks));
  }

  /** Writes the applied state as a checkpoint, unless one is being written. */
  void takeCheckpoint() {
    if (!writingCheckpoint && !paused && store.length() > disk.purged()) {
      Snapshot snapshot = new Snapshot(store);
      writingCheckpoint = true;
      disk.writeCheckpoint(snapshot, done -> checkpointWritten(snapshot, done));
    }
  }

  private void checkpointWritten(Snapshot snapshot, boolean done) {
    writingCheckpoint = false;
    if (done) {
      world.counts().add("disk: checkpoint taken, log purged");
      around.watcher().written(node.number(), disk);
      give(new Input.CheckpointTaken(snapshot));
    }
  }

  @Override
  public void logSynced(long length, Zxid last) {
    around.watcher().written(node.number(), disk);
    give(new Input.LogSynced(length, last));
    give(new Input.PayloadsReadable(length, 0));
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    give(new Input.EpochWritten(field, epoch));
  }

  @Override
  public void syncFailed() {
    node.syncFailed();
  }

  void give(Input input) {
    whenAwake(() -> step(input));
  }

  /** Does something, unless the process is over: at once, or when it goes on. */
  private void whenAwake(Runnable action) {
    if (over) {
      return;
    }
    if (paused) {
      inbox.add(action);
    } else {
      action.run();
    }
  }

  private void step(Input input) {
    if (world.log().isOn() && !(input instanceof Input.Tick)) {
      world.log(node.number(), "<-", describe(input));
    }
    replica.step(input, outputs::add);
    finishStep();
  }

  private void finishStep() {
    replica.checkInvariants();
    for (Output output : outputs) {
      if (over) {
        break;
      }
      world.log(node.number(), "->", output);
      carryOut(output);
    }
    outputs.clear();
    if (!over) {
      around.watcher().stepped(node.number(), replica);
    }
  }

  /** The payload of a request has no text of its own that would be the same in every run. */
  private static Object describe(Input input) {
    return input instanceof Input.ClientRequest request
        ? String.format(
            "ClientRequest[token=%d, session=%d, seq=%d, %s]",
            request.token(), request.session(), request.seq(), Command.decode(request.payload()))
        : input;
  }

  private void carryOut(Output output) {
    Ambush ambush = node.ambush();
    boolean caught = ambush.catches(output);
    if (caught && ambush.strikesBefore()) {
      node.powerFails("caught at " + output);
      return;
    }
    perform(output);
    if (caught) {
      node.powerFails("caught behind " + output);
    }
  }

  private void perform(Output output) {
    int self = node.number();
    if (output instanceof Output.Send send) {
      for (Message message :
          Divided.of(send.message(), entries -> LogEntries.whole(entries, disk))) {
        around.network().send(self, send.connection(), message);
      }
    } else if (output instanceof Output.Append append) {
      disk.append(append.index(), append.entry());
    } else if (output instanceof Output.Deliver deliver) {
      apply(deliver.length());
    } else if (output instanceof Output.Notify notify) {
      if (notify.datagram() instanceof Datagram.Start) {
        world.counts().add("replica: leadership handed over");
        around.timeWatcher().handedOver(self);
      }
      around.datagrams().send(self, notify.to(), notify.datagram());
    } else if (output instanceof Output.Answer answer) {
      if (desk.answersChange(answer.token())) {
        world.counts().add("members: change begun");
        return;
      }
      desk.answer(answer, store);
      around.timeWatcher().acknowledged(self);
    } else if (output instanceof Output.ServeReads reads) {
      desk.serve(reads, store);
    } else if (output instanceof Output.Refuse refuse) {
      if (desk.answersChange(refuse.token())) {
        world.counts().add("members: refused, " + refuse.refusal());
        return;
      }
      desk.refuse(refuse);
    } else if (output instanceof Output.Unknown unknown) {
      if (desk.answersChange(unknown.token())) {
        world.counts().add("members: not known whether a change begins");
        return;
      }
      desk.unknown(unknown);
    } else if (output instanceof Output.Connect connect) {
      around.network().connect(connect.connection());
    } else if (output instanceof Output.Accept accept) {
      around.network().accept(self, accept.connection());
    } else if (output instanceof Output.Close close) {
      around.network().close(self, close.connection());
    } else if (output instanceof Output.WriteEpoch write) {
      disk.writeEpoch(write.field(), write.epoch());
    } else if (output instanceof Output.Truncate truncate) {
      truncate(truncate.length());
    } else if (output instanceof Output.Install install) {
      install((Snapshot) install.checkpoint());
    } else if (output instanceof Output.Compact) {
      node.compactor().start(this);
    } else if (output instanceof Output.CompactStep) {
      node.compactor().step();
    } else if (output instanceof Output.RosterCommitted) {
      world.counts().add("replica: roster committed");
    } else if (output instanceof Output.LeaderChanged) {
      world.counts().add("replica: leader changed");
    } else {
      throw new IllegalStateException("no driver for " + output);
    }
  }

  private void apply(long length) {
    if (length > disk.length()) {
      throw new Violation("Integrity", "delivered " + length + " of " + disk.length() + " entries");
    }
    while (store.length() < length) {
      long index = store.length() + 1;
      long before = store.time();
      store.apply(disk.entry(index));
      if (around.hasTime()) {
        around.timeWatcher().advanced(node.number(), before, store.time());
      }
      around.watcher().applied(node.number(), index, disk.entry(index));
    }
    around.watcher().reached(node.number(), store.length(), store.hash());
  }

  private void truncate(long length) {
    if (length < store.length()) {
      throw new Violation(
          "AppliedIsKept", "cut to " + length + ", but " + store.length() + " are applied");
    }
    world.counts().add("disk: log truncated");
    disk.truncate(length);
    around.watcher().written(node.number(), disk);
  }

  private void install(Snapshot checkpoint) {
    if (checkpoint.length() < store.length()) {
      throw new Violation("AppliedIsKept", checkpoint + " is older than what is applied");
    }
    world.counts().add("disk: checkpoint of another replica installed");
    disk.install(checkpoint);
    store = checkpoint.restore();
    around.watcher().written(node.number(), disk);
    around.watcher().reached(node.number(), store.length(), store.hash());
  }
}

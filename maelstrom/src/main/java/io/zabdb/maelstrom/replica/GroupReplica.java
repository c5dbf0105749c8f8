package io.zabdb.maelstrom.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Replica;
import io.zabdb.maelstrom.network.Wires;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.model.data.Family;
import io.zabdb.storage.data.Partition;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Drives the core as a node of Maelstrom: gives it one input at a time and carries out what comes
 * back, in order. The node's event loop owns it; the log alone has threads of its own.
 *
 * <p>Source: DESIGN, section 1; what a driver must do is in docs/protocol.md.
 */
public final class GroupReplica {

  /** The only partition of the store. */
  public static final String PARTITION = "maelstrom";

  /** Its only family. */
  public static final String FAMILY = "f";

  private static final int MAX_TICKS_AT_ONCE = 2;

  private final Node node;
  private final GroupSettings settings;
  private final Disk disk;
  private final Wires wires;
  private final Compactions compactions;
  private final Replica replica;
  private final Replies replies;
  private final ArrayDeque<Input> inputs = new ArrayDeque<>();
  private final List<Output> outputs = new ArrayList<>();
  private boolean stepping;
  private long deliverable;
  private long lastTick = System.nanoTime();
  private int leader = -1;

  /**
   * Opens a replica and starts it.
   *
   * @param guards of the core: those of the product, unless a test weakens one
   */
  public static GroupReplica start(Node node, GroupSettings settings, Guards guards)
      throws IOException {
    int self = node.ids().indexOf(node.id());
    Disk disk =
        settings.directory().isPresent()
            ? new FileReplica(settings.directory().get().resolve(node.id()), self)
            : new MemoryReplica(node.loop());
    if (disk.store().applied().length() == 0) {
      disk.store().createPartition(new Partition(PARTITION, 0, List.of(Family.of(FAMILY))));
    }
    GroupReplica replica = new GroupReplica(node, settings, disk, guards);
    replica.begin();
    return replica;
  }

  private GroupReplica(Node node, GroupSettings settings, Disk disk, Guards guards) {
    this.node = node;
    this.settings = settings;
    this.disk = disk;
    replies = new Replies(disk.store());
    wires = new Wires(node, 4L * settings.tickMillis(), 50L * settings.tickMillis(), this::give);
    compactions = new Compactions(node, disk.store(), PARTITION, this::give);
    disk.start(new Heard());
    int self = node.ids().indexOf(node.id());
    replica =
        new Replica(
            settings.core(self, node.ids().size(), disk.incarnation()),
            disk.recovered(),
            guards,
            TraceSink.NONE,
            outputs::add);
  }

  private void begin() throws IOException {
    stepping = true;
    carryOut();
    stepping = false;
    node.loop().every(settings.tickMillis(), this::tick);
    if (settings.compactionSeconds() > 0) {
      compactions.start(settings.compactionSeconds());
    }
    if (settings.transferSeconds() > 0) {
      node.loop()
          .every(settings.transferSeconds() * 1_000L, () -> give(new Input.TransferRequested(-1)));
    }
  }

  // -- requests

  /**
   * Asks for an update.
   *
   * @param payload an encoded command
   */
  public void update(long session, long seq, byte[] payload, Reply reply) {
    give(new Input.ClientRequest(replies.await(reply), session, seq, payload));
  }

  /** Asks for a linearizable read. */
  public void read(Reply reply) {
    give(new Input.ClientRead(replies.await(reply)));
  }

  /** The applied time of the state, in milliseconds since 1970; 0: none yet. */
  public long appliedTime() {
    return disk.store().applied().time();
  }

  /** The member that leads as far as this one knows, or -1. */
  public int leader() {
    return leader;
  }

  /** How often this replica had been started before. */
  public long incarnation() {
    return disk.incarnation();
  }

  /** Closes the files. */
  public void close() throws IOException {
    disk.close();
  }

  // -- the core

  private void tick() {
    long length = TimeUnit.MILLISECONDS.toNanos(settings.tickMillis());
    long now = System.nanoTime();
    long ticks = (now - lastTick) / length;
    // After a pause of the process, time does not catch up at once: messages are read first.
    lastTick = ticks > MAX_TICKS_AT_ONCE ? now : lastTick + ticks * length;
    for (long i = 0; i < Math.min(ticks, MAX_TICKS_AT_ONCE); i++) {
      give(new Input.Tick());
    }
  }

  /** What comes while a step is carried out waits for its end. */
  private void give(Input input) {
    inputs.add(input);
    if (stepping) {
      return;
    }
    stepping = true;
    try {
      while (!inputs.isEmpty()) {
        replica.step(inputs.poll(), outputs::add);
        carryOut();
      }
      stepping = false;
    } catch (IOException | RuntimeException e) {
      // No step is taken any more: the core and its files may not agree.
      node.fail(e);
    }
  }

  private void carryOut() throws IOException {
    for (Output output : outputs) {
      perform(output);
    }
    outputs.clear();
    apply();
  }

  private void perform(Output output) throws IOException {
    if (output instanceof Output.Send send) {
      wires.send(send.connection(), send.message());
    } else if (output instanceof Output.Append append) {
      disk.append(append.index(), append.entry());
    } else if (output instanceof Output.Deliver deliver) {
      deliverable = Math.max(deliverable, deliver.length());
    } else if (output instanceof Output.Answer answer) {
      replies.answer(answer);
    } else if (output instanceof Output.ServeReads served) {
      replies.serve(served);
    } else if (output instanceof Output.Refuse refuse) {
      replies.refuse(refuse);
    } else if (output instanceof Output.Unknown unknown) {
      replies.unknown(unknown.token());
    } else if (output instanceof Output.Notify notify) {
      wires.notify(notify.to(), notify.datagram());
    } else if (output instanceof Output.Connect connect) {
      wires.connect(connect.connection());
    } else if (output instanceof Output.Accept accept) {
      wires.accept(accept.connection());
    } else if (output instanceof Output.Close close) {
      wires.close(close.connection());
    } else if (output instanceof Output.WriteEpoch write) {
      disk.writeEpoch(write.field(), write.epoch());
    } else if (output instanceof Output.Truncate truncate) {
      disk.truncate(truncate.length());
    } else if (output instanceof Output.Compact) {
      compactions.compact();
    } else if (output instanceof Output.CompactStep) {
      compactions.step();
    } else if (output instanceof Output.LeaderChanged changed) {
      leader = changed.leader();
      node.log("epoch " + changed.epoch() + ": leader " + nameOf(leader));
    } else {
      // Install among them: no log is purged here, so nobody ever sends a checkpoint. Nor are there
      // rosters: disks are not numbered.
      throw new IllegalStateException("no driver for " + output);
    }
  }

  private String nameOf(int member) {
    return member < 0 ? "unknown" : node.ids().get(member);
  }

  private void apply() {
    StateView state = replica.state();
    // What is not synced here must not be applied: the store may flush it.
    long end = Math.min(deliverable, state.synced());
    List<Entry> entries = new ArrayList<>();
    for (long n = disk.store().applied().length() + 1; n <= end; n++) {
      entries.add(state.entry(n));
    }
    if (!entries.isEmpty()) {
      disk.store().apply(entries);
    }
    replies.give();
  }

  /** Hears of the disk, and tells the event loop. */
  private final class Heard implements Written {

    @Override
    public void logSynced(long length, Zxid last) {
      node.loop().execute(() -> give(new Input.LogSynced(length, last)));
    }

    @Override
    public void epochWritten(EpochField field, long epoch) {
      node.loop().execute(() -> give(new Input.EpochWritten(field, epoch)));
    }

    @Override
    public void failed(Exception cause) {
      node.loop().execute(() -> node.fail(cause));
    }
  }
}

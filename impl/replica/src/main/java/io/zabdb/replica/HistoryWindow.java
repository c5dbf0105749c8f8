package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogReader;
import io.zabdb.log.ReplicaLog;
import io.zabdb.replica.settings.ReplicaMemory;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The payloads of the newest entries are in the core's history, the others in the log's files. By
 * the event loop, but for {@link #read}.
 */
final class HistoryWindow implements EntryLog {

  private final Replica replica;
  private final LogReader reader;
  private final DamageWatch damage;
  private final long bytes;
  private final Charge charge;
  private final Charge buffers;

  // What there was when this was settled last. Where the disk takes nothing more cannot be
  // forgotten, and each step leads to another turn, without end.
  private long settledAt = -1;
  private long left;

  HistoryWindow(Replica replica, LogReader reader, DamageWatch damage, ReplicaMemory memory) {
    this.replica = replica;
    this.reader = reader;
    this.damage = damage;
    bytes = memory.historyBytes();
    charge = new Charge(memory.history());
    buffers = new Charge(memory.logBuffers());
    buffers.set(ReplicaLog.BUFFER_BYTES);
  }

  /**
   * Keeps the window to its size.
   *
   * @param written how many entries are in the log's files
   */
  void settle(long written, Consumer<Input> step) {
    long now = replica.payloadBytes();
    if (now > bytes && (written != settledAt || now != left)) {
      step.accept(new Input.PayloadsReadable(written, bytes));
      settledAt = written;
      left = replica.payloadBytes();
    }
    charge.set(replica.payloadBytes());
  }

  @Override
  public long indexOf(Zxid zxid) {
    return replica.indexOf(zxid);
  }

  @Override
  public Entry inMemory(long index) {
    StateView state = replica.state();
    if (index <= state.checkpoint() || index > state.historyLength()) {
      return null;
    }
    Entry entry = state.entry(index);
    return entry.isInMemory() ? entry : null;
  }

  @Override
  public List<Entry> read(long first, long last, long maxBytes) throws IOException {
    try {
      return reader.read(first, last, maxBytes);
    } catch (CorruptLogException e) {
      damage.logIsDamaged("a read: " + e.getMessage());
      throw e;
    }
  }

  /** The replica has ended: its memory is free. */
  void close() {
    charge.set(0);
    buffers.set(0);
  }
}

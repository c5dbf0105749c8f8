package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.Input;
import io.zabdb.log.LogPosition;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the core appends, on its way to the log: a follower whose disk does not keep up takes so
 * much and no more ({@link RoomGate}). By the loop.
 */
final class LogWrites {

  private static final Logger LOG = LoggerFactory.getLogger(LogWrites.class);

  private final int group;
  private final LogWriter log;
  private final FirmEntries firm;
  private final RoomGate gate;
  private final Turns turns;
  private final BooleanSupplier leads;
  private final Consumer<Throwable> failed;

  LogWrites(ReplicaParts parts, RoomGate gate, BooleanSupplier leads, Consumer<Throwable> failed) {
    group = parts.group();
    log = parts.log();
    firm =
        new FirmEntries(
            parts.opened().tail(),
            () -> parts.applier().applied().length(),
            () -> parts.opened().store().engine().table());
    turns = parts.turns();
    this.gate = gate;
    this.leads = leads;
    this.failed = failed;
  }

  /**
   * The core has appended an entry.
   *
   * @param index its place in the log
   */
  void append(long index, Entry entry) {
    log.append(entry);
    firm.appended(index, entry);
    if (gate.shuts(leads.getAsBoolean())) {
      LOG.debug("Group {}: nothing is taken until the log is written", group);
      turns.suspend();
    }
  }

  /** Whether a sync runs, or is about to. */
  boolean isSyncing() {
    return log.isSyncing();
  }

  /** How many entries the log's files hold. */
  long written() {
    return log.written();
  }

  /** Writes what waits, as far as there is room, unless the core waits for the log. */
  void write() {
    try {
      if (turns.isOpen()) {
        log.write();
      }
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  /** The core goes on if it waited for room, and there is some. */
  void reopen() {
    try {
      if (!turns.isOver() && gate.opens()) {
        turns.resume();
      }
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  /** With periodic durability, what was written counts as synced, unless others act upon it. */
  void countAsSynced() {
    LogPosition inMemory = log.countsAsSynced(firm.upTo());
    if (inMemory != null) {
      turns.step(new Input.LogSynced(inMemory.length(), inMemory.last()));
    }
  }
}

package io.zabdb.testkit.sim.disk;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * A replica's log as its process has written it: a checkpoint, or none, and the entries behind it.
 * Indexes count from 1. The first {@link #synced} entries survive a loss of power.
 */
final class Log {

  private Checkpoint checkpoint;
  private final List<Entry> entries = new ArrayList<>();
  private long synced;

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** How many entries the checkpoint covers. */
  long purged() {
    return checkpoint == null ? 0 : checkpoint.length();
  }

  long length() {
    return purged() + entries.size();
  }

  long synced() {
    return synced;
  }

  void sync(long length) {
    synced = Math.max(synced, length);
  }

  void append(long index, Entry entry) {
    if (index != length() + 1) {
      throw new IllegalStateException("entry " + index + " behind entry " + length());
    }
    entries.add(entry);
  }

  /** Cuts the log to a length that the checkpoint does not exceed. */
  void truncate(long length) {
    if (length < purged() || length > length()) {
      throw new IllegalStateException(
          "cut to " + length + ", but the log is from " + purged() + " to " + length());
    }
    entries.subList((int) (length - purged()), entries.size()).clear();
    synced = Math.min(synced, length);
  }

  /** Replaces everything by a checkpoint. */
  void install(Checkpoint newer) {
    entries.clear();
    checkpoint = newer;
    synced = newer.length();
  }

  /** Puts a checkpoint in the place of the entries that it covers. */
  void purge(Checkpoint newer) {
    entries.subList(0, (int) (newer.length() - purged())).clear();
    checkpoint = newer;
    sync(newer.length());
  }

  /** The entry at an index behind the checkpoint. */
  Entry entry(long index) {
    return entries.get((int) (index - purged() - 1));
  }

  /** The zxid at an index from that of the checkpoint on; zero at 0. */
  Zxid zxidAt(long index) {
    if (index > purged()) {
      return entry(index).zxid();
    }
    return index == 0 ? Zxid.ZERO : checkpoint.zxid();
  }

  /** The entries behind the checkpoint, as a copy. */
  List<Entry> tail() {
    return List.copyOf(entries);
  }
}

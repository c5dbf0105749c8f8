package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log is, without any disk.
 *
 * @param base where the entries go on from
 * @param entries those behind it
 * @param synced what was reported synced: it must be there after a loss of power
 * @param vouched what something further on says was synced: damage up to there must be noticed
 */
record ModelState(
    LogPosition base, List<Entry> entries, long synced, long vouched, long accepted, long current) {

  static final ModelState NEW = new ModelState(LogPosition.START, List.of(), 0, 0, 0, 0);

  ModelState {
    entries = List.copyOf(entries);
  }

  long length() {
    return base.length() + entries.size();
  }

  LogPosition positionOf(long length) {
    return length == base.length()
        ? base
        : LogTests.after(length, entries.get((int) (length - base.length() - 1)));
  }

  LogPosition end() {
    return positionOf(length());
  }

  ModelState append(Entry entry) {
    List<Entry> more = new ArrayList<>(entries);
    more.add(entry);
    return new ModelState(base, more, synced, vouched, accepted, current);
  }

  /** The mark of the sync before is synced with the entries; that of this sync is not yet. */
  ModelState sync() {
    return sync(length());
  }

  /** A sync that covers the first {@code length} entries. */
  ModelState sync(long length) {
    return synced == length
        ? this
        : new ModelState(base, entries, length, synced, accepted, current);
  }

  ModelState truncate(long length) {
    return length == length()
        ? sync()
        : new ModelState(
            base,
            entries.subList(0, (int) (length - base.length())),
            length,
            length,
            accepted,
            current);
  }

  ModelState purge(long length) {
    return new ModelState(
        positionOf(length),
        entries.subList((int) (length - base.length()), entries.size()),
        synced,
        vouched,
        accepted,
        current);
  }

  ModelState reset(LogPosition checkpoint) {
    return new ModelState(
        checkpoint, List.of(), checkpoint.length(), checkpoint.length(), accepted, current);
  }

  ModelState epoch(EpochField field, long epoch) {
    return new ModelState(
        base,
        entries,
        synced,
        vouched,
        field == EpochField.ACCEPTED ? epoch : accepted,
        field == EpochField.CURRENT ? epoch : current);
  }

  /**
   * The process ended and the machine did not, or the log was closed: all that was written is
   * there.
   */
  ModelState allWritten() {
    return new ModelState(base, entries, length(), length(), accepted, current);
  }

  /** Nothing is known but what was vouched for: the rest may be cut as torn. */
  ModelState damaged() {
    return new ModelState(base, entries, vouched, vouched, accepted, current);
  }

  /** Whether a recovery may find this after a loss of power. */
  boolean allows(RecoveredLog found) {
    return found.base().equals(base)
        && found.acceptedEpoch() == accepted
        && found.currentEpoch() == current
        && found.end().length() >= synced
        && found.entries().size() <= entries.size()
        && found.entries().equals(entries.subList(0, found.entries().size()));
  }

  static ModelState of(RecoveredLog found) {
    long length = found.end().length();
    return new ModelState(
        found.base(), found.entries(), length, length, found.acceptedEpoch(), found.currentEpoch());
  }

  @Override
  public String toString() {
    return "base %s, entries %s, synced %d, vouched %d, epochs %d %d"
        .formatted(base, entries, synced, vouched, accepted, current);
  }
}

package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.PowerLoss;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random sequence of calls and faults on one log, compared with {@link ModelState} after each
 * recovery. What a step does is drawn from its own number, so that a run without some of its steps
 * still does much the same.
 */
final class RandomRun {

  private static final int MAX_PAYLOAD = 1500;

  private interface Call {
    void run() throws IOException;
  }

  private final Random random;
  private final PowerLossFiles files;
  private final LogSettings settings;
  private final Map<String, Integer> counts;
  private final List<String> history = new ArrayList<>();

  /** What was cut, by index: the group may well send it again. */
  private final Map<Long, Entry> cut = new HashMap<>();

  private ModelState state = ModelState.NEW;
  private ReplicaLog log;
  private boolean full;
  private boolean hasWorker;
  private long epoch = 1;
  private long counter;

  /**
   * A run on a new log.
   *
   * @param seed of the disk and the settings
   * @param counts what has happened, and how often
   */
  RandomRun(long seed, Map<String, Integer> counts) {
    this.counts = counts;
    random = new Random(seed);
    files = new PowerLossFiles(seed, random.nextBoolean() ? 4096 : 512);
    int segment = (2 + random.nextInt(6)) * 4096;
    settings =
        new LogSettings(segment, MAX_PAYLOAD, 4096 * (1 + random.nextInt(2)), random.nextInt(4));
  }

  void run(List<Long> steps) {
    try {
      open(List.of(state));
      for (long step : steps) {
        random.setSeed(step);
        step();
      }
      endProcess();
      flipSomething(state.allWritten());
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("failed after " + history, e);
    }
  }

  private void step() throws IOException {
    if (hasWorker && random.nextInt(3) == 0) {
      workOnSpares();
    }
    int chance = random.nextInt(100);
    if (chance < 50) {
      append();
    } else if (chance < 60) {
      call("sync", state.sync(), this::sync);
    } else if (chance < 70) {
      syncAndAppendMeanwhile();
    } else if (chance < 76) {
      truncate();
    } else if (chance < 81) {
      purge();
    } else if (chance < 83) {
      reset();
    } else if (chance < 88) {
      writeEpoch();
    } else if (chance < 90) {
      close();
    } else if (chance < 92) {
      endProcess();
    } else if (chance < 96) {
      losePower("power lost", List.of(state));
    } else if (chance < 97) {
      losePowerAndFlip();
    } else if (chance < 98) {
      failSync();
    } else {
      full = random.nextBoolean();
      files.setFull(full);
    }
  }

  // -- calls

  private void append() throws IOException {
    int count = 1 + random.nextInt(4);
    if (random.nextBoolean()) {
      appendTogether(count);
      return;
    }
    for (int i = 0; i < count; i++) {
      long index = state.length() + 1;
      Entry entry = nextEntry(index);
      call("append " + index, state.append(entry), () -> log.append(index, entry));
    }
  }

  /** A part of them may be written when there is no room for the others, or power is lost. */
  private void appendTogether(int count) throws IOException {
    history.add("append " + count + " together");
    List<ModelState> states = new ArrayList<>(List.of(state));
    List<Entry> entries = new ArrayList<>();
    ModelState last = state;
    for (int i = 0; i < count; i++) {
      // The next one comes after the one before.
      Entry entry = i == 0 ? nextEntry(last.length() + 1) : newEntry();
      last = last.append(entry);
      entries.add(entry);
      states.add(last);
    }
    if (random.nextInt(25) == 0) {
      files.losePowerAfter(random.nextInt(8));
    }
    try {
      log.append(state.length() + 1, entries);
      state = last;
      files.losePowerAfter(Long.MAX_VALUE);
      count("append together");
    } catch (DiskFullException e) {
      files.losePowerAfter(Long.MAX_VALUE);
      int written = (int) (log.end().length() - state.length());
      state = states.get(written);
      check(log.end().equals(state.end()), "a full disk left the log at " + log.end());
      count(written == 0 ? "disk full" : "disk full in the middle");
    } catch (PowerLoss e) {
      count("power lost in append together");
      losePower("power lost in it", states);
    }
  }

  private Entry nextEntry(long index) {
    Entry old = cut.get(index);
    if (old != null && old.isAfter(state.end().last()) && random.nextInt(3) > 0) {
      count("entry again");
      return old;
    }
    return newEntry();
  }

  private Entry newEntry() {
    counter++;
    int size = random.nextInt(4) == 0 ? MAX_PAYLOAD : 100;
    byte[] payload = new byte[random.nextInt(size)];
    random.nextBytes(payload);
    return new Entry(epoch, counter, 1, counter, payload);
  }

  private void sync() throws IOException {
    LogPosition synced = log.sync();
    check(synced.equals(state.end()), "reported " + synced);
  }

  /** As with two threads: the entry is written while the sync runs, and is not covered. */
  private void syncAndAppendMeanwhile() throws IOException {
    LogPosition target = state.end();
    long index = target.length() + 1;
    Entry entry = nextEntry(index);
    if (full || log.synced().equals(target) || log.fitting(List.of(entry)) == 0) {
      return;
    }
    history.add("append " + index + " meanwhile");
    state = state.append(entry);
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          log.append(index, entry);
        });
    call(
        "sync",
        state.sync(target.length()),
        () -> check(log.sync().equals(target), "reported more than " + target));
    files.duringSync(() -> {});
    count("append meanwhile");
  }

  private void truncate() throws IOException {
    long length = state.base().length() + random.nextInt(state.entries().size() + 1);
    for (long index = length + 1; index <= state.length(); index++) {
      cut.put(index, state.entries().get((int) (index - state.base().length() - 1)));
    }
    if (random.nextBoolean()) {
      epoch++;
      counter = 0;
    }
    call("truncate " + length, state.truncate(length), () -> log.truncate(length));
  }

  private void purge() throws IOException {
    long range = state.synced() - state.base().length();
    long length = state.base().length() + random.nextInt((int) range + 1);
    LogPosition position = state.positionOf(length);
    call("purge " + length, state.purge(length), () -> log.purge(position));
  }

  private void reset() throws IOException {
    epoch++;
    counter = 3;
    cut.clear();
    long length = state.base().length() + random.nextInt(state.entries().size() + 10);
    LogPosition position = new LogPosition(length, length == 0 ? Zxid.ZERO : new Zxid(epoch, 3));
    call("reset " + position, state.reset(position), () -> log.reset(position));
  }

  /** What the worker for it does, at any time. */
  private void workOnSpares() throws IOException {
    call(
        "spares",
        state,
        () -> {
          if (!log.spares().step()) {
            count("no room for a spare");
          }
        });
  }

  private void writeEpoch() throws IOException {
    boolean accept = state.accepted() == state.current() || random.nextBoolean();
    EpochField field = accept ? EpochField.ACCEPTED : EpochField.CURRENT;
    long value = accept ? state.accepted() + 1 + random.nextInt(3) : state.accepted();
    call(field + " " + value, state.epoch(field, value), () -> log.writeEpoch(field, value));
  }

  /** Makes a call; now and then power is lost in the middle of it. */
  private void call(String name, ModelState after, Call call) throws IOException {
    history.add(name);
    ModelState before = state;
    if (random.nextInt(25) == 0) {
      files.losePowerAfter(random.nextInt(8));
    }
    try {
      call.run();
      state = after;
      files.losePowerAfter(Long.MAX_VALUE);
      count(name.split(" ")[0]);
    } catch (DiskFullException e) {
      count("disk full");
      files.losePowerAfter(Long.MAX_VALUE);
      check(log.end().equals(state.end()), "a refused call changed the log to " + log.end());
      // A part of it may be done: a sync, for one.
    } catch (PowerLoss e) {
      count("power lost in " + name.split(" ")[0]);
      losePower("power lost in it", List.of(before, after));
    }
  }

  // -- faults

  private void close() throws IOException {
    history.add("close");
    log.close();
    ModelState expected = state.allWritten();
    if (random.nextBoolean()) {
      flipSomething(expected);
    }
    files.losePower();
    open(List.of(expected));
  }

  private void endProcess() throws IOException {
    history.add("kill");
    files.endProcess();
    if (!recoveryIsInterrupted(List.of(state))) {
      open(List.of(state.allWritten()));
    }
  }

  private void losePower(String name, List<ModelState> expected) throws IOException {
    history.add(name);
    files.losePower();
    if (!recoveryIsInterrupted(expected)) {
      open(expected);
    }
  }

  /** Now and then power is lost during a recovery, too; then the log is open as far as it goes. */
  private boolean recoveryIsInterrupted(List<ModelState> expected) throws IOException {
    if (random.nextInt(4) > 0) {
      return false;
    }
    files.losePowerAfter(random.nextInt(6));
    try {
      open(files).log().close();
      files.losePowerAfter(Long.MAX_VALUE);
      return false;
    } catch (PowerLoss e) {
      count("power lost in recovery");
      history.add("power lost in recovery");
      files.losePower();
      open(expected);
      return true;
    }
  }

  private void losePowerAndFlip() throws IOException {
    history.add("power lost and a bit flips");
    files.losePower();
    flipSomething(state.damaged());
    open(List.of(state));
  }

  private void failSync() throws IOException {
    if (log.end().equals(log.synced())) {
      return;
    }
    history.add("sync fails");
    files.failSyncAfter(0);
    expectFailed(() -> log.sync());
    expectFailed(() -> log.sync());
    expectFailed(() -> log.append(state.length() + 1, nextEntry(state.length() + 1)));
    expectFailed(() -> log.truncate(state.base().length()));
    if (random.nextBoolean()) {
      losePower("power lost", List.of(state));
    } else {
      endProcess();
    }
  }

  private void expectFailed(Call call) throws IOException {
    try {
      call.run();
    } catch (LogFailedException e) {
      return;
    }
    check(false, "the log went on after a failed sync");
  }

  /** Flips a bit, opens the log, flips it back: damage is noticed, or does not matter. */
  private void flipSomething(ModelState expected) throws IOException {
    List<String> names = files.names().stream().sorted().toList();
    String name = names.get(random.nextInt(names.size()));
    int size = files.content(name).length;
    if (size == 0) {
      return;
    }
    int offset = random.nextInt(size);
    int bit = random.nextInt(8);
    history.add("flip " + name + " " + offset + " " + bit);
    PowerLossFiles copy = files.copy();
    copy.flip(name, offset, bit);
    try {
      check(open(copy), List.of(expected)).close();
      count("flip harmless or cut");
    } catch (CorruptLogException e) {
      count("flip noticed");
      copy.endProcess();
      copy.flip(name, offset, bit);
      check(open(copy), List.of(expected)).close();
    }
  }

  // -- recovery

  private OpenedLog open(PowerLossFiles from) throws IOException {
    return ReplicaLog.open(from, LogTests.IDENTITY, settings);
  }

  private void open(List<ModelState> expected) throws IOException {
    OpenedLog opened = open(files);
    log = check(opened, expected);
    full = false;
    hasWorker = random.nextInt(3) > 0;
    if (hasWorker) {
      log.spares().start(() -> {});
    }
    ModelState found = ModelState.of(opened.recovered());
    if (found.length() < state.length()) {
      count("entries lost");
    }
    state = found;
  }

  private ReplicaLog check(OpenedLog opened, List<ModelState> expected) {
    RecoveredLog found = opened.recovered();
    check(
        expected.stream().anyMatch(state -> state.allows(found)),
        "found " + ModelState.of(found) + " instead of one of " + expected);
    check(opened.log().end().equals(found.end()), "end " + opened.log().end());
    return opened.log();
  }

  private void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  private void count(String event) {
    counts.merge(event, 1, Integer::sum);
  }
}

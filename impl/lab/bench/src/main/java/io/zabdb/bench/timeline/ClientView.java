package io.zabdb.bench.timeline;

import io.zabdb.bench.load.Outcomes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes down what clients see in a run: each success, and how long each client waits when the
 * leader changes, which the versions of writes tell. Thread-safe.
 */
public final class ClientView implements Outcomes {

  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NONE = -1;

  private final long begin;
  private final Samples samples = new Samples();
  private final Map<String, Long> errors = new TreeMap<>();
  private final Map<Long, Change> changes = new TreeMap<>();

  /** Of each client: its last success, the epoch of its last write, its longest gap since that. */
  private final long[] successes;

  private final long[] epochs;
  private final long[] gaps;
  private long lastSuccess = NONE;
  private long dropped;

  private record Change(long at, long silence, List<Long> pauses) {}

  /**
   * @param begin of the run, of {@link System#nanoTime}; what ends before is not counted
   */
  public ClientView(int clients, long begin) {
    this.begin = begin;
    successes = new long[clients];
    epochs = new long[clients];
    gaps = new long[clients];
    Arrays.fill(successes, NONE);
    Arrays.fill(epochs, NONE);
  }

  @Override
  public synchronized void succeeded(int client, long epoch, long start, long end) {
    if (end - begin < 0) {
      return;
    }
    long at = (end - begin) / NANOS_PER_MICRO;
    if (!samples.add(at, (end - start) / NANOS_PER_MICRO)) {
      dropped++;
    }
    if (successes[client] != NONE) {
      gaps[client] = Math.max(gaps[client], at - successes[client]);
    }
    successes[client] = at;
    if (epoch != READ) {
      wrote(client, epoch, at);
    }
    lastSuccess = Math.max(lastSuccess, at);
  }

  private void wrote(int client, long epoch, long at) {
    boolean isNew = epochs[client] != NONE && epoch > epochs[client];
    if (isNew) {
      changes
          .computeIfAbsent(
              epoch, first -> new Change(at, Math.max(0, at - lastSuccess), new ArrayList<>()))
          .pauses()
          .add(gaps[client]);
    }
    epochs[client] = Math.max(epochs[client], epoch);
    gaps[client] = 0;
  }

  @Override
  public synchronized void failed(String error) {
    if (System.nanoTime() - begin >= 0) {
      errors.merge(error, 1L, Long::sum);
    }
  }

  /** All that was seen; to be called when the clients have stopped. */
  public synchronized Samples samples() {
    return samples;
  }

  /** How many successes there was no room for. */
  public synchronized long dropped() {
    return dropped;
  }

  /** How many operations failed, by name. */
  public synchronized Map<String, Long> errors() {
    return new TreeMap<>(errors);
  }

  /** The changes of leaders, in their order. */
  public synchronized List<LeaderChange> changes() {
    return changes.entrySet().stream()
        .map(
            each ->
                new LeaderChange(
                    each.getKey(),
                    each.getValue().at(),
                    each.getValue().silence(),
                    each.getValue().pauses()))
        .toList();
  }
}

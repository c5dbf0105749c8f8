package io.zabdb.bench.failover;

import io.zabdb.bench.failover.Tally.Success;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one round showed. Times in milliseconds.
 *
 * @param fault that was made
 * @param number from 1
 * @param ending if it is not {@code recovered}, the next two are NaN, and there are no gaps
 * @param firstSuccess from the fault to the first success under a new leader
 * @param outage the longest time in which nobody succeeded
 * @param gaps of each client: the longest time in which it did not succeed
 * @param successes of all clients
 * @param errors that callers saw, by name
 * @param violations updates that were lost or doubled, in sentences
 */
record Round(
    String fault,
    int number,
    Ending ending,
    double firstSuccess,
    double outage,
    List<Double> gaps,
    int successes,
    Map<String, Long> errors,
    List<String> violations) {

  private static final double NANOS_PER_MILLI = 1e6;

  Round {
    gaps = List.copyOf(gaps);
    errors = Map.copyOf(errors);
    violations = List.copyOf(violations);
  }

  /**
   * Draws it from what the clients saw.
   *
   * @param struck when the fault was made
   * @param epochBefore of the leader to which it was done
   */
  static Round of(
      Fault fault, int number, Ending ending, long struck, long epochBefore, Tally tally) {
    boolean recovered = ending == Ending.recovered;
    List<List<Success>> clients = tally.successes();
    List<Success> all = clients.stream().flatMap(List::stream).toList();
    return new Round(
        fault.name(),
        number,
        ending,
        recovered ? firstSuccess(all, struck, epochBefore) : Double.NaN,
        recovered ? longestGap(all, struck) : Double.NaN,
        recovered ? gaps(clients, struck) : List.of(),
        all.size(),
        tally.errors(),
        tally.violations());
  }

  private static List<Double> gaps(List<List<Success>> clients, long struck) {
    List<Double> gaps = new ArrayList<>();
    clients.forEach(client -> gaps.add(longestGap(client, struck)));
    return gaps;
  }

  /** An answer of the old leader may still arrive: it does not count. */
  private static double firstSuccess(List<Success> all, long struck, long epochBefore) {
    return all.stream()
            .filter(each -> each.epoch() > epochBefore)
            .mapToLong(each -> each.nanos() - struck)
            .min()
            .orElseThrow()
        / NANOS_PER_MILLI;
  }

  /** From the last success before the fault on. */
  private static double longestGap(List<Success> successes, long struck) {
    long[] since = successes.stream().mapToLong(each -> each.nanos() - struck).sorted().toArray();
    long longest = 0;
    for (int i = 1; i < since.length; i++) {
      if (since[i] >= 0) {
        longest = Math.max(longest, since[i] - since[i - 1]);
      }
    }
    return longest / NANOS_PER_MILLI;
  }
}

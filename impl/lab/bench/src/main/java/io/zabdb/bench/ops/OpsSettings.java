package io.zabdb.bench.ops;

import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param mixes measured one after another, each with all numbers of clients, then at all rates
 * @param clients each waits for an answer before it asks again
 * @param rates operations that begin in a second, whatever is unanswered
 * @param warmUp once, with the most clients and as many reads as writes
 * @param settle before each measurement, unmeasured
 * @param measure each measurement
 * @param seed of keys, values and kinds
 */
public record OpsSettings(
    KeySpace keys,
    List<Mix> mixes,
    List<Integer> clients,
    List<Integer> rates,
    Duration warmUp,
    Duration settle,
    Duration measure,
    long seed) {

  public OpsSettings {
    mixes = List.copyOf(mixes);
    clients = List.copyOf(clients);
    rates = List.copyOf(rates);
  }

  int mostClients() {
    return clients.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }
}

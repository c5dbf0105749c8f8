package io.zabdb.faults.workload;

import java.time.Duration;

/**
 * How much clients do.
 *
 * @param registers how many of them use registers
 * @param counters how many count
 * @param ledgers how many write rows
 * @param rowBytes how long the values of these rows are
 * @param pause of each client between two rounds
 * @param timeout of an operation
 */
public record Load(
    int registers, int counters, int ledgers, int rowBytes, Duration pause, Duration timeout) {

  /** Enough to overlap at every moment, and little enough for two processors. */
  public static final Load USUAL =
      new Load(4, 2, 2, 1_000, Duration.ofMillis(10), Duration.ofSeconds(30));

  /** The same with longer rows, so that logs are purged soon. */
  public Load withRows(int bytes) {
    return new Load(registers, counters, ledgers, bytes, pause, timeout);
  }

  /** The same with more time between rounds. */
  public Load withPause(Duration longer) {
    return new Load(registers, counters, ledgers, rowBytes, longer, timeout);
  }

  /** The same with another timeout of operations. */
  public Load withTimeout(Duration other) {
    return new Load(registers, counters, ledgers, rowBytes, pause, other);
  }

  /** The same with so many clients of each kind. */
  public Load withClients(int registerClients, int counterClients, int ledgerClients) {
    return new Load(registerClients, counterClients, ledgerClients, rowBytes, pause, timeout);
  }
}

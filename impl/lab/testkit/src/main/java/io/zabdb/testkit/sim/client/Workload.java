package io.zabdb.testkit.sim.client;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/**
 * How the clients of a run behave.
 *
 * @param clients how many there are
 * @param keys how many keys they use at a time
 * @param readPermille how many of a thousand operations are reads
 * @param thinkMicros between two operations of a client, on average
 * @param attemptMicros how long a client waits for an answer before it asks another node
 * @param patienceMicros how long it goes on before it gives an operation up
 */
public record Workload(
    int clients,
    int keys,
    int readPermille,
    long thinkMicros,
    long attemptMicros,
    long patienceMicros) {

  /** Draws one. */
  public static Workload draw(World world) {
    SeededRandom random = world.random("workload");
    return new Workload(
        (int) random.between(2, 8),
        (int) random.between(1, 6),
        (int) random.between(100, 800),
        random.spread(10_000, 300_000),
        random.spread(50_000, 1_000_000),
        random.spread(500_000, 10_000_000));
  }
}

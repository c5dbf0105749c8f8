package io.zabdb.simulator.node;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.session.Retention;
import io.zabdb.log.LogSettings;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.storage.tree.PressureLevels;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.time.Duration;

/**
 * The sizes of a run, drawn so small that what takes hours otherwise happens in seconds.
 *
 * @param log of each replica
 * @param checkpointBytes between checkpoints
 * @param historyBytes of payload that a replica keeps in memory
 * @param applyBytes that wait to be applied
 * @param transfer when leadership moves
 * @param levels what is heavy
 * @param timing of the core
 * @param limits of the core
 * @param sessions how much is remembered of them
 * @param moves when one is given up
 * @param durability of updates
 */
public record Tuning(
    LogSettings log,
    long checkpointBytes,
    long historyBytes,
    long applyBytes,
    TransferSettings transfer,
    PressureLevels levels,
    Settings.Timing timing,
    Settings.Limits limits,
    Retention sessions,
    MoveBounds moves,
    Durability durability) {

  private static final int PAGE_BYTES = 4096;
  private static final int MAX_PAYLOAD = 8 << 10;

  /** The part of the runs in which groups rest. */
  private static final double RESTING = 0.3;

  /** Small enough that moves are given up, and far more than most need. */
  private static final MoveBounds MOVES =
      new MoveBounds(500, 256 << 10, Duration.ofSeconds(2), Duration.ofSeconds(4));

  /** In some runs groups rest soon, in others never. */
  private static Settings.Timing timing(SeededRandom random) {
    Settings.Timing usual = Settings.Timing.DEFAULT;
    return random.chance(RESTING) ? usual.withRest((int) random.spread(5, 100)) : usual;
  }

  static Tuning draw(World world, Durability durability) {
    SeededRandom random = world.random("tuning");
    TransferPolicy[] policies = TransferPolicy.values();
    int threshold = (int) random.between(3, 8);
    int hysteresis = (int) random.between(1, threshold - 1L);
    return new Tuning(
        new LogSettings(
            (int) random.between(4, 32) * PAGE_BYTES,
            MAX_PAYLOAD,
            (int) random.between(1, 4) * PAGE_BYTES,
            random.below(3)),
        random.spread(4_000, 400_000),
        random.spread(1_000, 1_000_000),
        random.spread(2_000, 1_000_000),
        new TransferSettings(
            policies[random.below(policies.length)],
            true,
            10,
            threshold,
            hysteresis,
            random.between(4, 500),
            (int) random.spread(10, 500),
            (int) random.between(10, 50)),
        new PressureLevels(10, threshold, 256 << 10, 16),
        timing(world.random("tuning.rest")),
        Settings.Limits.DEFAULT,
        Retention.FOREVER,
        MOVES,
        durability);
  }
}

package io.zabdb.bench.machine;

import io.zabdb.bench.report.Figures;
import java.util.Locale;
import java.util.Optional;

/**
 * The machine, before a measurement begins.
 *
 * @param processor as it calls itself; empty where the system does not tell
 * @param memoryBytes 0 where the system does not tell
 * @param system its kernel
 * @param load how many processes ran or waited in the last minute; -1 where the system does not
 *     tell
 */
public record Machine(
    String processor, int processors, long memoryBytes, String system, String java, double load) {

  /**
   * An idle machine has some load from its own housekeeping, and from what was run a moment ago.
   */
  private static final double BUSY_PER_PROCESSOR = 0.25;

  public static Machine read(Proc proc) {
    return new Machine(
        proc.processor().orElse(""),
        Runtime.getRuntime().availableProcessors(),
        proc.memory().orElse(0L),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        proc.load().orElse(-1.0));
  }

  /** A warning if other work would blur the figures. */
  public Optional<String> warning() {
    if (load <= BUSY_PER_PROCESSOR * processors) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the machine is busy (load %.2f on %d processors): these figures are not those of an"
                + " idle one",
            load,
            processors));
  }

  /** For people, in one line. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "%d x %s, %s MiB, %s, %s, load %.2f",
        processors,
        processor.isEmpty() ? "processor" : processor,
        Figures.mebibytes(memoryBytes),
        system,
        java,
        load);
  }
}

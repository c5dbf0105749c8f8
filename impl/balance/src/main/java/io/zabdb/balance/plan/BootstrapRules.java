package io.zabdb.balance.plan;

/**
 * ElasCass's figures (section 3.2).
 *
 * @param heavyLoad hits a second above which a group may be heavily loaded; ElasCass: what makes
 *     half of a processor
 * @param heavyPercent and so many percent of the average; ElasCass: 120
 * @param sharePercent what such a group gives before the new one serves, in percent of its
 *     partitions; ElasCass: 10
 */
public record BootstrapRules(double heavyLoad, int heavyPercent, int sharePercent) {

  private static final int MOST_PERCENT = 10_000;

  /**
   * @throws IllegalArgumentException if a figure makes no sense
   */
  public BootstrapRules {
    if (!(heavyLoad >= 0)
        || heavyPercent < 100
        || heavyPercent > MOST_PERCENT
        || sharePercent < 1
        || sharePercent > 100) {
      throw new IllegalArgumentException(
          "heavy above %s hits and %d%% (100 to %d), giving %d%% (1 to 100)"
              .formatted(heavyLoad, heavyPercent, MOST_PERCENT, sharePercent));
    }
  }

  /** ElasCass's percentages. */
  public static BootstrapRules usual(double heavyLoad) {
    return new BootstrapRules(heavyLoad, 120, 10);
  }
}

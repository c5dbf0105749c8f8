package io.zabdb.modelcheck.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How TLC explores a model: all states, or random behaviours.
 *
 * @param simulate whether random behaviours are drawn
 * @param traces number of behaviours drawn (simulation only)
 * @param depth steps in each behaviour (simulation only)
 * @param seed seed of all random choices, so that a run can be repeated; 0 in a configuration that
 *     leaves it open, so that each run draws other behaviours
 */
public record Mode(boolean simulate, int traces, int depth, long seed) {

  /**
   * All reachable states, breadth first. The seed matters only to modules that use {@code
   * Randomization}.
   */
  public static final Mode EXHAUSTIVE = new Mode(false, 0, 0, 1);

  private static final String KNOWN = "known: exhaustive [seed=N], simulate num=N depth=N [seed=N]";

  /**
   * Reads {@code exhaustive [seed=N]} or {@code simulate num=N depth=N [seed=N]}.
   *
   * @throws SpecError if the text is neither
   */
  public static Mode parse(String text) {
    String[] words = text.trim().split("\\s+");
    Map<String, Integer> settings = new LinkedHashMap<>(Map.of("num", 100, "depth", 50));
    for (int i = 1; i < words.length; i++) {
      String[] pair = words[i].split("=", 2);
      if (pair.length != 2
          || !List.of("num", "depth", "seed").contains(pair[0])
          || !pair[1].matches("[1-9][0-9]{0,8}")) {
        throw new SpecError("@mode setting '" + words[i] + "' is not known; " + KNOWN);
      }
      settings.put(pair[0], Integer.parseInt(pair[1]));
    }
    return switch (words[0]) {
      case "exhaustive" -> new Mode(false, 0, 0, settings.getOrDefault("seed", 1));
      case "simulate" ->
          new Mode(
              true, settings.get("num"), settings.get("depth"), settings.getOrDefault("seed", 0));
      default -> throw new SpecError("@mode '" + words[0] + "' is not known; " + KNOWN);
    };
  }

  /** Whether each run is to have a seed of its own. */
  public boolean isOpen() {
    return seed == 0;
  }

  /** This mode, with a seed if it is open. */
  Mode seeded(long drawn) {
    return isOpen() ? new Mode(simulate, traces, depth, drawn) : this;
  }

  /** This mode, with the seed that follows. */
  Mode withNextSeed() {
    return new Mode(simulate, traces, depth, seed + 1);
  }

  @Override
  public String toString() {
    return simulate ? "random, " + traces + " behaviours of " + depth + " steps" : "exhaustive";
  }
}

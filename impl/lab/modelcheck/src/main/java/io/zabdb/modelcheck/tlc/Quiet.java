package io.zabdb.modelcheck.tlc;

import java.util.Set;

/** Numbers of the messages of TLC that say how it goes, not what is wrong. */
final class Quiet {

  static final Set<Integer> CODES =
      Set.of(
          2262, 2401, 2187, 2188, 2220, 2219, 2185, 2186, 2189, 2190, 2191, 2192, 2193, 2194, 2195,
          2196, 2197, 2198, 2199, 2200, 2201, 2202, 2203, 2204, 2205, 2206, 2207, 2208, 2209, 2210,
          2212, 2213, 2217, 2218, 2121, 2264, 2267, 2268, 2269);

  private Quiet() {}
}

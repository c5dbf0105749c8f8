package io.zabdb.node.birth;

import io.zabdb.core.group.Configuration;
import io.zabdb.replica.KnownVoters;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@link KnownVoters} as a file has them.
 *
 * @param first bits of members; the same for those that are to vote next, if any
 * @param left null: nobody
 */
record NotedVoters(long first, long second, long roster, @Nullable SortedMap<Integer, Long> left) {

  private static NotedVoters of(KnownVoters known) {
    return new NotedVoters(
        known.voters().first(), known.voters().second(), known.roster(), known.left());
  }

  private KnownVoters known() {
    return new KnownVoters(
        new Configuration(first, second),
        roster,
        left == null ? Collections.emptySortedMap() : left);
  }

  /** To be written, by group. */
  static Map<Integer, NotedVoters> noted(Map<Integer, KnownVoters> known) {
    Map<Integer, NotedVoters> noted = new TreeMap<>();
    known.forEach((group, voters) -> noted.put(group, of(voters)));
    return noted;
  }

  /**
   * As they were read, by group.
   *
   * @throws IOException if there are no such voters
   */
  static Map<Integer, KnownVoters> known(Map<Integer, NotedVoters> noted) throws IOException {
    Map<Integer, KnownVoters> known = new TreeMap<>();
    try {
      noted.forEach((group, voters) -> known.put(group, voters.known()));
    } catch (IllegalArgumentException e) {
      throw new IOException("damaged: no such voters as " + noted, e);
    }
    return known;
  }
}

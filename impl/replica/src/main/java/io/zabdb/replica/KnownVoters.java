package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who votes in a group, as a node knows, and who has left it. Immutable.
 *
 * @param voters those of the roster
 * @param roster its version, by which one of two is the later; 0 if it is not known to be
 *     committed, so that another one may have the version, or is that of the founders
 * @param left the disk of each member that has left with it, by member: it never counts again;
 *     empty if the roster is not known to be committed
 */
public record KnownVoters(Configuration voters, long roster, SortedMap<Integer, Long> left) {

  public KnownVoters {
    left = Collections.unmodifiableSortedMap(new TreeMap<>(left));
  }

  /**
   * By a roster.
   *
   * @param founders those of a log without rosters
   * @param isCommitted whether that is known
   */
  static KnownVoters by(Roster roster, Configuration founders, boolean isCommitted) {
    return isCommitted
        ? new KnownVoters(roster.configuration(founders), roster.version(), roster.left(founders))
        : new KnownVoters(roster.configuration(founders), 0, Collections.emptySortedMap());
  }

  /** The later one; of two that are equally late the other one. */
  public KnownVoters or(KnownVoters other) {
    return other.roster >= roster ? other : this;
  }

  /** Whether others may be told. */
  public boolean isCommitted() {
    return roster > 0;
  }
}

package io.zabdb.node.server;

import io.zabdb.core.group.Configuration;

/**
 * Who votes in a group, as a node knows. Immutable.
 *
 * @param voters those of the roster
 * @param roster its version, by which one of two is the later; 0 if it is not known to be
 *     committed, so that another one may have the version, or is that of the founders
 */
record KnownVoters(Configuration voters, long roster) {

  /** The later one; of two that are equally late the other one. */
  KnownVoters or(KnownVoters other) {
    return other.roster >= roster ? other : this;
  }

  /** Whether others may be told. */
  boolean isCommitted() {
    return roster > 0;
  }
}

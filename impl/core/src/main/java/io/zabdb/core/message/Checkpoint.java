package io.zabdb.core.message;

import io.zabdb.core.group.Roster;

/**
 * The state that a prefix of the log leads to. The driver implements it, with the state itself or a
 * reference to it; the core only asks where it stands. Immutable.
 *
 * <p>Source: {@code ZabState!checkpoint}.
 */
public interface Checkpoint {

  /** How many entries it covers, at least 1. */
  long length();

  /** The zxid of the last of them. */
  Zxid zxid();

  /** The last roster among them. */
  default Roster roster() {
    return Roster.NONE;
  }
}

package io.zabdb.core.message;

import java.util.Map;

/**
 * The state that a prefix of the log leads to. The driver implements it, with the state itself or a
 * reference to it; the core only asks where it stands and how far each session had come. Immutable.
 *
 * <p>Source: {@code ZabState!checkpoint}.
 */
public interface Checkpoint {

  /** How many entries it covers, at least 1. */
  long length();

  /** The zxid of the last of them. */
  Zxid zxid();

  /** The number of the last request of each session among them. Not to be modified. */
  Map<Long, Long> sessions();
}

package io.zabdb.maelstrom.replica;

import io.zabdb.maelstrom.power.Chance;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** What is left of what a process that ended has written to its log and not synced. */
public enum Unsynced {
  /** All of it, as when processes end and no more. */
  KEPT,
  /** Any part, as when a machine loses its power. */
  ANY,
  /** Nothing. */
  LOST;

  /** Empty: it needs none. */
  Optional<Chance> chance() {
    return switch (this) {
      case KEPT -> Optional.empty();
      case ANY -> Optional.of(Chance.any(new Random()));
      case LOST -> Optional.of(Chance.NOTHING);
    };
  }

  /** As it is written in options. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

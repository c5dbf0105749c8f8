package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** At whom a fault is aimed. */
enum Aim {
  LEADER("the leader"),
  FOLLOWER("a follower"),
  MINORITY("a minority"),
  COMPACTING("who compacts"),
  SUCCESSOR("the successor in a transfer"),
  EVERYBODY("everybody"),
  /** Nobody in particular. */
  NOBODY("");

  private final String words;

  Aim(String words) {
    this.words = words;
  }

  /** For people. */
  String words() {
    return words;
  }

  /**
   * At whom a fault may be aimed.
   *
   * @param asked for beside it: without compactions or transfers nobody would compact, or be
   *     successor, when that is wanted
   */
  static List<Aim> of(Act fault, Set<Act> asked) {
    List<Aim> aims = new ArrayList<>();
    switch (fault) {
      case KILL_MANAGER -> aims.add(NOBODY);
      case TRANSFER -> aims.addAll(List.of(FOLLOWER, NOBODY));
      case COMPACT -> aims.addAll(List.of(LEADER, FOLLOWER, EVERYBODY));
      default -> {
        aims.addAll(List.of(LEADER, FOLLOWER, MINORITY));
        if (asked.contains(Act.COMPACT)) {
          aims.add(COMPACTING);
        }
        if (asked.contains(Act.TRANSFER)) {
          aims.add(SUCCESSOR);
        }
      }
    }
    return aims;
  }
}

package io.zabdb.conformance.move;

import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What traces have come to: how often each command, and what is more than one command. */
final class MoveReached {

  /** A partition in an attempt to move it, at one of the two groups. */
  private record Attempt(Birth group, PartitionId part, long epoch) {}

  private final Map<String, Integer> counts = new TreeMap<>();

  /** The epochs of the leaders that logged the commands of an attempt, by kind. */
  private final Map<Attempt, Map<CommandKind, Long>> attempts = new HashMap<>();

  private final Set<Birth> dissolved = new HashSet<>();

  static Map<String, Integer> of(Iterable<MoveTrace> traces) {
    MoveReached reached = new MoveReached();
    for (MoveTrace trace : traces) {
      reached.attempts.clear();
      reached.dissolved.clear();
      trace.events().forEach(reached::add);
    }
    return reached.counts;
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void add(MoveEvent event) {
    ShardCommand command = event.command();
    count(command.kind().name());
    switch (command.kind()) {
      case DISSOLVE -> dissolved.add(event.group());
      case BEGIN -> {
        if (dissolved.contains(command.peer())) {
          count("begun for a dissolved group");
        }
      }
      case ABORT -> count(isTooLow(command) ? "too low" : "given up");
      case COMMIT_SHARDING -> count(command.into().size() == 2 ? "split" : "merged");
      default -> {}
    }
    if (command.part() != null) {
      attempts
          .computeIfAbsent(of(event), key -> new EnumMap<>(CommandKind.class))
          .put(command.kind(), event.epoch());
    }
    behind(event, CommandKind.SWITCH, CommandKind.BEGIN, "switched by another leader");
    behind(event, CommandKind.RELEASE, CommandKind.SWITCH, "released by another leader");
    behind(event, CommandKind.ACTIVATE, CommandKind.PREPARE, "activated by another leader");
    if (command.kind() == CommandKind.ACTIVATE && command.epoch() > 1) {
      count("moved again");
    }
  }

  static boolean isTooLow(ShardCommand command) {
    return !command.peer().equals(Birth.NOBODY);
  }

  private static Attempt of(MoveEvent event) {
    return new Attempt(event.group(), event.command().part(), event.command().epoch());
  }

  /** The command came behind a change of the leader that had logged an earlier one. */
  private void behind(MoveEvent event, CommandKind kind, CommandKind earlier, String what) {
    if (event.kind() == kind && attempts.get(of(event)).get(earlier) < event.epoch()) {
      count(what);
    }
  }
}

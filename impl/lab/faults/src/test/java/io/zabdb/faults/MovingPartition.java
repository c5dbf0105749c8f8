package io.zabdb.faults;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.Moves.Move;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/** The partition p0 of a cluster of two groups, which moves between them. For one thread. */
final class MovingPartition {

  /** What happens in the middle of a move. */
  interface Fault {

    /** Before it moves away from a group. */
    default void prepare(int from) throws Exception {}

    void happen() throws Exception;

    /** Whether what the group says that gives it shows it. */
    boolean hasMet(Move move);

    void undo() throws Exception;
  }

  static final String NAME = "p0";

  private static final int ROUNDS = 5;
  private static final int LAST_EVENTS = 12;

  /** Of a row that is there to make files long. */
  private static final int BULK_BYTES = 100_000;

  private final Cluster cluster;

  MovingPartition(Cluster cluster) {
    this.cluster = cluster;
  }

  static ClusterSpec twoGroups() {
    return ClusterSpec.three().with("groups", "2");
  }

  /** The group that serves it; -1: none says so at present. */
  private int owner() {
    for (int group = 0; group < 2; group++) {
      for (Partition each : partitions(group)) {
        if (each.getName().equals(NAME) && each.getPhase().equals("SERVING")) {
          return group;
        }
      }
    }
    return -1;
  }

  /** Whether the other group serves it, and this one has heard of that. */
  boolean hasGone(int from) {
    return owner() == 1 - from && move(from).isEmpty();
  }

  /**
   * Whether an attempt to move it was given up: the group serves it that was to give it, and has
   * come to the attempt, or past it.
   *
   * @param before the number of the last attempt before
   */
  boolean hasStayed(int from, long before) {
    return partitions(from).stream()
        .filter(each -> each.getName().equals(NAME))
        .anyMatch(each -> each.getPhase().equals("SERVING") && each.getAttempt() > before);
  }

  /**
   * Waits for the end of an attempt.
   *
   * @param before the number of the last attempt before
   * @return whether the other group has it
   */
  boolean awaitEnd(int from, long before) throws Exception {
    boolean[] hasGone = {false};
    Waiting.until(
        "the end of a move from group " + from,
        () -> describe() + cluster.describe(),
        () -> {
          hasGone[0] = owner() == 1 - from;
          return hasGone[0] || hasStayed(from, before);
        });
    return hasGone[0];
  }

  /** The number of the last attempt to move it, as the group says that serves it. */
  long awaitAttempt(int owner) throws Exception {
    long[] attempt = {-1};
    Waiting.until(
        "the number of an attempt",
        cluster::describe,
        () -> {
          attempt[0] =
              partitions(owner).stream()
                  .filter(each -> each.getName().equals(NAME))
                  .mapToLong(Partition::getAttempt)
                  .findFirst()
                  .orElse(-1);
          return attempt[0] >= 0;
        });
    return attempt[0];
  }

  /** Of a group; none while nobody leads it, or says so. */
  private List<Partition> partitions(int group) {
    try {
      return ZabClient.await(cluster.admin().admin().partitions(group));
    } catch (ZabException e) {
      return List.of();
    }
  }

  int awaitOwner() throws Exception {
    int[] found = {-1};
    Waiting.until(
        "a group that serves the partition",
        cluster::describe,
        () -> {
          found[0] = owner();
          return found[0] >= 0;
        });
    return found[0];
  }

  void awaitOwner(int group) throws Exception {
    Waiting.until(
        "partition " + NAME + " in group " + group,
        () -> move(1 - group) + cluster.describe(),
        () -> owner() == group);
  }

  /** Begins to move it to the other group, as soon as that can be. */
  void start(int from) throws Exception {
    Waiting.until(
        "a move that begins",
        cluster::describe,
        () -> {
          try {
            ZabClient.await(cluster.admin().admin().startMove(from, NAME, 1 - from));
            return true;
          } catch (ZabException e) {
            // A group has no leader at the moment, or one that has just begun; or it moves.
            return move(from).isPresent();
          }
        });
  }

  /** From the group that has it, and to the end. */
  void moveToTheOther() throws Exception {
    int from = awaitOwner();
    start(from);
    awaitOwner(1 - from);
  }

  /** What the group that gives it says of the move; empty: it does not move, or nobody says so. */
  Optional<Move> move(int from) {
    try {
      return ZabClient.await(cluster.admin().admin().moves(from)).getMovesList().stream()
          .filter(each -> each.getPartition().equals(NAME))
          .findFirst();
    } catch (ZabException e) {
      // Nobody leads it at the moment.
      return Optional.empty();
    }
  }

  /** Waits until the group that gives it says something of the move. */
  void awaitMove(int from, String what, Predicate<Move> said) throws Exception {
    Waiting.until(
        what, () -> move(from) + cluster.describe(), () -> move(from).filter(said).isPresent());
  }

  /**
   * Moves it to and fro until a fault meets a move in its middle: on a machine that is busy, a move
   * may have ended by then.
   *
   * @param node some of whose files have come when it happens, and not all
   * @return from where it moves
   */
  int meet(ClusterNode node, Fault fault) throws Exception {
    String some = ".*node " + node.id() + ": [1-9]\\d* of \\d+ bytes.*";
    for (int round = 0; round < ROUNDS; round++) {
      int from = awaitOwner();
      fault.prepare(from);
      start(from);
      if (comesTo(from, "a part of the files", move -> move.getProblem().matches(some))) {
        fault.happen();
        if (comesTo(from, "a move that has met it", fault::hasMet)) {
          return from;
        }
        fault.undo();
      }
      awaitOwner(1 - from);
    }
    throw new AssertionError("no move was met in its middle in " + ROUNDS + " rounds");
  }

  /** Whether a move comes so far before it ends. */
  private boolean comesTo(int from, String what, Predicate<Move> isThere) throws Exception {
    boolean[] comes = {false};
    Waiting.until(
        what + ", or its end",
        () -> move(from) + cluster.describe(),
        () -> {
          comes[0] = move(from).filter(isThere).isPresent();
          return comes[0] || owner() == 1 - from;
        });
    return comes[0];
  }

  /** Writes rows of 100,000 bytes that cannot be compressed. */
  void fill(int rows) {
    Random random = new Random(4719);
    try (ZabClient client = cluster.client().build()) {
      for (int row = 0; row < rows; row++) {
        byte[] value = new byte[BULK_BYTES];
        random.nextBytes(value);
        ZabClient.await(client.put(Bytes.of("bulk-" + row), Column.DEFAULT, Bytes.wrap(value)));
      }
    }
  }

  /** What both groups say of it, for people. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (int group = 0; group < 2; group++) {
      text.append("\ngroup ").append(group).append(": ");
      try {
        text.append(ZabClient.await(cluster.admin().admin().partitions(group)))
            .append(ZabClient.await(cluster.admin().admin().moves(group)).getMovesList());
      } catch (ZabException e) {
        text.append(e.getMessage());
      }
    }
    return text.toString().replaceAll("\\s+", " ") + " " + lastEvents();
  }

  /** What leaders have said of moves since they started, the last of it. */
  private List<String> lastEvents() {
    try {
      List<String> all =
          events().stream()
              .filter(event -> event.getKind().startsWith("MOVE"))
              .sorted(Comparator.comparingLong(Event::getTimeMillis))
              .map(event -> event.getTimeMillis() + " " + event.getKind() + " " + event.getText())
              .toList();
      return all.subList(Math.max(0, all.size() - LAST_EVENTS), all.size());
    } catch (ZabException e) {
      return List.of(e.getMessage());
    }
  }

  private List<Event> events() {
    List<Event> all = new ArrayList<>();
    for (ClusterNode node : cluster.nodes()) {
      for (int group = 0; group < 2; group++) {
        all.addAll(ZabClient.await(cluster.admin().admin().events(node.id(), group, 0, 0)));
      }
    }
    return all;
  }

  /** Leaders say what became of moves: how many events of this kind there are. */
  long told(String kind) {
    return events().stream().filter(event -> event.getKind().equals(kind)).count();
  }
}

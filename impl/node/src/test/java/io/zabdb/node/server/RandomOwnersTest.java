package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.shard.Birth;
import io.zabdb.shard.Cells;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionRecords;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Groups move, split and merge partitions by chance, as their logs admit it, and nodes hear of that
 * in the order of each log, some late. A run is repeated by its seed.
 */
class RandomOwnersTest {

  private static final UUID CLUSTER = new UUID(5, 9);
  private static final int GROUPS = 3;
  private static final int STEPS = 3_000;
  private static final int STEPS_BETWEEN = 100;
  private static final int TOKENS = 100;
  private static final PartitionLog LOG = new PartitionLog();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatNodesKnowGoesForwardAndComesToTheOwner(long seed) {
    Run run = new Run(seed);
    for (int step = 0; step < STEPS; step++) {
      run.step();
      if (step % STEPS_BETWEEN == STEPS_BETWEEN - 1) {
        run.hearAll();
      }
    }
    assertTrue(run.moved > 30, "seed " + seed + ": " + run.moved + " moves");
    assertTrue(run.sharded > 30, "seed " + seed + ": " + run.sharded + " splits and merges");
    assertTrue(run.givenUp > 5, "seed " + seed + ": " + run.givenUp + " given up");
    assertTrue(run.given > 5, "seed " + seed + ": " + run.given + " tokens on their way");
    assertTrue(run.late > 30, "seed " + seed + ": " + run.late + " states heard late");
  }

  /** A move under way: the next command of it is that of this place in {@link Run#MOVE}. */
  private static final class Moving {
    private final PartitionId part;
    private final int from;
    private final int to;
    private final long epoch;
    private int next = 1;

    Moving(PartitionId part, int from, int to, long epoch) {
      this.part = part;
      this.from = from;
      this.to = to;
      this.epoch = epoch;
    }
  }

  private static final class Run {

    /** The commands of a move behind the first, which are the destination's at odd places. */
    private static final List<CommandKind> MOVE =
        List.of(
            CommandKind.BEGIN,
            CommandKind.PREPARE,
            CommandKind.SEAL,
            CommandKind.STAGE,
            CommandKind.SWITCH,
            CommandKind.ACTIVATE,
            CommandKind.RELEASE);

    private final long seed;
    private final Random random;
    private final Ring first = Ring.even(GROUPS, 2);
    private final List<PartitionTable> groups = new ArrayList<>();
    private final List<List<TableState>> states = new ArrayList<>();
    private final List<Moving> moving = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final long[] tokens = new long[TOKENS];
    private int names;
    private int moved;
    private int sharded;
    private int givenUp;
    private int late;
    private int given;

    Run(long seed) {
      this.seed = seed;
      random = new Random(seed);
      for (int i = 0; i < TOKENS; i++) {
        tokens[i] = random.nextLong();
      }
      for (int group = 0; group < GROUPS; group++) {
        int self = group;
        groups.add(new PartitionTable(SessionRecords.ABSENT, Cells.ABSENT));
        states.add(new ArrayList<>());
        commit(
            group,
            ShardCommand.found(
                birth(group),
                first.partitions().stream()
                    .filter(part -> part.group() == self)
                    .map(part -> new PartitionId(part.name(), part.range()))
                    .toList()));
      }
      nodes.add(new Node(List.of(0, 1, 2)));
      nodes.add(new Node(List.of(1, 2)));
      nodes.add(new Node(List.of(0)));
    }

    private static Birth birth(int group) {
      return GroupNumbers.birth(CLUSTER, group, 99);
    }

    private boolean commit(int group, ShardCommand command) {
      PartitionTable table = groups.get(group);
      boolean isDone = LOG.commit(table, command, 1, table.index() + 1);
      if (isDone) {
        states.get(group).add(table.state());
      }
      return isDone;
    }

    void step() {
      switch (random.nextInt(8)) {
        case 0 -> begin();
        case 1 -> split();
        case 2 -> merge();
        case 3, 4, 5 -> goOn();
        default -> nodes.get(random.nextInt(nodes.size())).hearOne();
      }
    }

    private PartitionId any(int group) {
      List<PartitionId> all = new ArrayList<>(groups.get(group).state().records().keySet());
      return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private void begin() {
      int from = random.nextInt(GROUPS);
      int to = (from + 1 + random.nextInt(GROUPS - 1)) % GROUPS;
      PartitionId part = any(from);
      if (part != null) {
        long epoch = groups.get(from).state().records().get(part).epoch() + 1;
        if (commit(from, ShardCommand.of(CommandKind.BEGIN, part, epoch, birth(to)))) {
          moving.add(new Moving(part, from, to, epoch));
        }
      }
    }

    private void goOn() {
      if (moving.isEmpty()) {
        return;
      }
      Moving move = moving.get(random.nextInt(moving.size()));
      CommandKind kind = MOVE.get(move.next);
      boolean isSources = move.next % 2 == 0;
      if (kind == CommandKind.SWITCH && !finish(move)) {
        return;
      }
      boolean isDone = commit(isSources ? move.from : move.to, command(kind, move));
      // What was switched may have come back before it is released.
      boolean isOver = isDone || kind == CommandKind.RELEASE;
      if (!isOver || (move.next < 3 && random.nextInt(6) == 0)) {
        giveUp(move);
        return;
      }
      if (kind == CommandKind.SWITCH && random.nextInt(3) == 0) {
        hearAll();
        check(move.part.range().upTo());
      }
      move.next++;
      if (move.next == MOVE.size()) {
        moving.remove(move);
        moved++;
      }
    }

    private boolean finish(Moving move) {
      return commit(move.to, command(CommandKind.FINISH, move));
    }

    private static ShardCommand command(CommandKind kind, Moving move) {
      boolean hasCopy =
          kind == CommandKind.STAGE || kind == CommandKind.FINISH || kind == CommandKind.ACTIVATE;
      boolean isSources =
          kind == CommandKind.SEAL || kind == CommandKind.SWITCH || kind == CommandKind.RELEASE;
      PartitionCopy copy =
          hasCopy ? new PartitionCopy(1, Bytes.EMPTY, Collections.emptySortedMap(), 0) : null;
      return new ShardCommand(
          kind,
          move.part,
          move.epoch,
          birth(isSources ? move.to : move.from),
          0,
          null,
          copy,
          List.of());
    }

    /** Before it is switched; the next number is higher than any that the destination had. */
    private void giveUp(Moving move) {
      long number = move.epoch + random.nextInt(20);
      ShardCommand abort =
          new ShardCommand(
              CommandKind.ABORT,
              move.part,
              move.epoch,
              birth(move.to),
              number,
              null,
              null,
              List.of());
      assertTrue(commit(move.from, abort), "seed " + seed);
      commit(move.to, ShardCommand.of(CommandKind.CANCEL, move.part, move.epoch, birth(move.from)));
      moving.remove(move);
      givenUp++;
    }

    private void split() {
      int group = random.nextInt(GROUPS);
      PartitionId part = any(group);
      if (part != null) {
        TokenRange range = part.range();
        long width = range.upTo() - range.after();
        long at = range.after() + 1 + Long.remainderUnsigned(random.nextLong(), width - 1);
        become(
            group,
            List.of(
                new PartitionId("s" + names++, new TokenRange(range.after(), at)),
                new PartitionId("s" + names++, new TokenRange(at, range.upTo()))));
      }
    }

    private void merge() {
      int group = random.nextInt(GROUPS);
      List<PartitionId> all = new ArrayList<>(groups.get(group).state().records().keySet());
      if (all.size() > 1) {
        int low = random.nextInt(all.size() - 1);
        TokenRange one = all.get(low).range();
        TokenRange other = all.get(low + 1).range();
        if (one.upTo() == other.after()) {
          TokenRange whole = new TokenRange(one.after(), other.upTo());
          become(group, List.of(new PartitionId("m" + names++, whole)));
        }
      }
    }

    private void become(int group, List<PartitionId> parts) {
      if (commit(group, ShardCommand.shard(CommandKind.BEGIN_SHARDING, parts))) {
        assertTrue(commit(group, ShardCommand.shard(CommandKind.COMMIT_SHARDING, parts)));
        sharded++;
      }
    }

    /** The owner by the logs of all groups, or who is to be it. */
    private RingPartition owner(long token) {
      RingPartition found = null;
      for (int group = 0; group < GROUPS; group++) {
        for (Map.Entry<PartitionId, PartitionRecord> held :
            groups.get(group).state().records().entrySet()) {
          TokenRange range = held.getKey().range();
          PartitionRecord record = held.getValue();
          if (range.contains(token) && record.phase().isOwned()) {
            return new RingPartition(held.getKey().name(), range, group, record.move(), true);
          }
          if (range.contains(token) && record.phase() == MovePhase.READY) {
            // Nobody owns it, if it is switched already.
            found = new RingPartition("heir", range, group, record.epoch());
          }
        }
      }
      return found;
    }

    void hearAll() {
      Node all = nodes.get(0);
      while (all.isBehind()) {
        all.hearOne();
      }
      for (long token : tokens) {
        check(token);
      }
    }

    private void check(long token) {
      RingPartition owner = owner(token);
      RingPartition known = nodes.get(0).owners.ring().partitionOf(token);
      assertEquals(owner.group(), known.group(), "seed " + seed);
      assertEquals(owner.move(), known.move(), "seed " + seed);
      if (owner.isFirstHand()) {
        assertEquals(owner, known, "seed " + seed);
      } else {
        given++;
      }
    }

    /** One that has replicas of some groups. */
    private final class Node {

      private final KnownOwners owners = new KnownOwners(CLUSTER, first, group -> group < GROUPS);
      private final List<Integer> replicas;
      private final int[] heard = new int[GROUPS];

      Node(List<Integer> replicas) {
        this.replicas = replicas;
      }

      boolean isBehind() {
        return replicas.stream().anyMatch(group -> heard[group] < states.get(group).size());
      }

      /** A replica goes on in its log; some commands are applied together. */
      void hearOne() {
        int group = replicas.get(random.nextInt(replicas.size()));
        int behind = states.get(group).size() - heard[group];
        if (behind > 0) {
          late += behind > 1 ? 1 : 0;
          heard[group] += 1 + random.nextInt(Math.min(behind, 3));
          hear(group, states.get(group).get(heard[group] - 1));
        }
      }

      private void hear(int group, TableState state) {
        Ring before = owners.ring();
        owners.heard(group, state);
        // Without gaps, or this has thrown.
        Ring after = owners.ring();
        boolean isSame = after.partitions().equals(before.partitions());
        assertEquals(before.version() + (isSame ? 0 : 1), after.version(), "seed " + seed);
        for (long token : tokens) {
          assertTrue(
              after.partitionOf(token).move() >= before.partitionOf(token).move(), "seed " + seed);
        }
      }
    }
  }
}

package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.move.MoveStatus;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.shard.Birth;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.StorageException;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three groups of one replica each, on one timeline, between which partitions move while clients
 * count upwards. Not thread-safe.
 */
abstract class MovingGroups {

  static final PartitionId P = new PartitionId("p", new TokenRange(Token.MIN, Long.MAX_VALUE / 2));
  static final PartitionId Q =
      new PartitionId("q", new TokenRange(Long.MAX_VALUE / 2, Long.MAX_VALUE));

  private static final int MAX_STEPS = 400_000;
  private static final int STEP_MICROS = 500;

  @TempDir Path directory;

  String run = "";
  Timeline time;
  SeededRandom random;
  Map<Integer, MovingReplica> replicas;
  MovingPost post;
  List<CountingClient> clients;

  @BeforeEach
  final void calm() throws IOException {
    begin("calm", 1, 0, MoveBounds.DEFAULT);
  }

  final void begin(String name, long seed, int lost, MoveBounds limits) throws IOException {
    run = name + ", seed " + seed;
    time = new Timeline();
    random = new SeededRandom(seed, "moves");
    replicas = new TreeMap<>();
    post = new MovingPost(time, random, replicas, lost);
    clients = new ArrayList<>();
    for (int group = 0; group < 3; group++) {
      List<PartitionId> parts = group == 0 ? List.of(P, Q) : List.of();
      Path moves = directory.resolve(name + "-" + seed + "-" + group);
      replicas.put(group, new MovingReplica(group, parts, moves, time, random, post, limits));
      replicas.get(group).start();
    }
    for (long session = 1; session <= 6; session++) {
      clients.add(new CountingClient(session, replicas, time));
    }
  }

  final void step() {
    time.runUntil(time.now() + STEP_MICROS);
    clients.forEach(client -> client.step(run));
  }

  final void runUntil(String what, BooleanSupplier condition) {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      assertTrue(i < MAX_STEPS, () -> run + ": no " + what + ", " + replicas.get(0).failure());
      step();
    }
  }

  final <T> T answer(CompletableFuture<T> asked) {
    runUntil("answer", asked::isDone);
    return asked.join();
  }

  final GroupMoves moves(int group) {
    return replicas.get(group).driver().moves();
  }

  final Birth birth(int group) {
    CompletableFuture<Birth> birth = moves(group).birth();
    while (true) {
      CompletableFuture<Birth> asked = birth;
      runUntil("birth", asked::isDone);
      if (!birth.isCompletedExceptionally()) {
        return birth.join();
      }
      step();
      birth = moves(group).birth();
    }
  }

  final ErrorCode code(CompletableFuture<?> asked) {
    runUntil("answer", asked::isDone);
    try {
      asked.join();
      return null;
    } catch (CompletionException e) {
      return assertInstanceOf(StorageException.class, e.getCause()).code();
    }
  }

  final int count(int group, String what) {
    return (int) replicas.get(group).metrics.count(what);
  }

  final List<String> events(int group) {
    return replicas.get(group).driver().events().after(0, 0).stream()
        .filter(event -> event.kind().name().startsWith("MOVE"))
        .map(GroupEvent::kind)
        .map(GroupEvent.Kind::name)
        .toList();
  }

  final void moveTo(int from, int to) {
    int before = count(from, "moved MOVED");
    answer(moves(from).start("p", birth(to)));
    runUntil("move", () -> count(from, "moved MOVED") > before);
  }

  final void checkAll() {
    for (CountingClient client : clients) {
      client.countOn();
    }
    runUntil("last counts", () -> clients.stream().allMatch(CountingClient::isIdle));
    for (MovingReplica replica : replicas.values()) {
      assertNull(replica.failure(), run);
      assertEquals(0, replica.metrics.count("refused when applied"), run);
    }
  }

  static long filesIn(Path path) {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** All are up, and no move is under way. */
  final void settle() throws IOException {
    post.calm();
    for (MovingReplica replica : replicas.values()) {
      if (replica.driver() == null) {
        replica.start();
      }
    }
    runUntil("rest", this::isAtRest);
  }

  final boolean isAtRest() {
    for (MovingReplica replica : replicas.values()) {
      CompletableFuture<List<MoveStatus>> left = replica.driver().moves().list();
      step();
      if (!left.isDone() || left.isCompletedExceptionally() || !left.join().isEmpty()) {
        return false;
      }
    }
    return true;
  }
}

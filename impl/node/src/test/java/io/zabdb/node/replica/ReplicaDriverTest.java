package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.TransferWish;
import io.zabdb.replica.Verification;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.storage.command.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three replicas in one process, on real files, over a network that the test controls. */
@Timeout(600)
class ReplicaDriverTest {

  private static final long NEVER = Long.MAX_VALUE;

  @TempDir Path directory;
  private LocalCluster cluster;

  private void start(long checkpointBytes, Durability durability) throws IOException {
    cluster = new LocalCluster(directory, 3, checkpointBytes, durability);
    cluster.startAll();
  }

  @AfterEach
  void close() throws IOException {
    assertEquals(java.util.Map.of(), cluster.failures());
    cluster.close();
  }

  private int otherThan(int member) {
    return (member + 1) % 3;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    start(NEVER, Durability.SYNC);
    cluster.put("a", "1");
    cluster.put("b", "2");
    cluster.put("a", "3");
    assertEquals("3", cluster.get("a"));
    assertEquals("2", cluster.get("b"));
    assertEquals("none", cluster.get("c"));
    assertEquals("none", cluster.get("long"));
    cluster.awaitEqual();
    for (int member = 0; member < 3; member++) {
      assertEquals("3", cluster.read(member, "a", true).join());
    }
  }

  @Test
  void onlyTheLeaderServes() throws IOException {
    start(NEVER, Durability.SYNC);
    int other = otherThan(cluster.awaitLeader());
    assertEquals(Refusal.NOT_LEADER, cluster.update(other, 1, 1, "a", "1").join());
    assertEquals(Refusal.NOT_LEADER, cluster.read(other, "a", false).join());
  }

  @Test
  void aRetryGetsTheFirstAnswer() throws IOException {
    start(NEVER, Durability.SYNC);
    int leader = cluster.awaitLeader();
    Object first = cluster.update(leader, 1, 1, "a", "1").join();
    assertInstanceOf(Result.Done.class, first);
    assertEquals(first, cluster.update(leader, 1, 1, "a", "other").join());
    assertEquals("1", cluster.get("a"));
    Object second = cluster.update(leader, 1, 2, "a", "2").join();
    assertNotEquals(first, second);
    assertEquals("forgotten", cluster.update(leader, 1, 1, "a", "1").join());
    assertInstanceOf(Result.Done.class, cluster.update(leader, 1, 4, "a", "4").join());
    assertEquals("forgotten", cluster.update(leader, 1, 3, "a", "3").join());
    assertEquals(new Result.Nothing(), cluster.update(leader, 2, 1, new byte[0]).join());
    assertEquals(new Result.Nothing(), cluster.update(leader, 2, 1, new byte[0]).join());
  }

  @Test
  void aGroupGoesOnWithoutItsLeaderAndTakesItBack() throws IOException {
    start(NEVER, Durability.SYNC);
    cluster.put("a", "1");
    int leader = cluster.awaitLeader();
    cluster.stop(leader);
    cluster.put("a", "2");
    assertEquals("2", cluster.get("a"));
    cluster.start(leader);
    cluster.awaitEqual();
    assertEquals("2", cluster.read(leader, "a", true).join());
    assertEquals(0, cluster.network().checkpointsSent());
  }

  @Test
  void allMayStopAndStartAgain() throws IOException {
    start(20_000, Durability.SYNC);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        cluster.put("row-" + i, "value-" + round + "-" + i + "x".repeat(300));
      }
      cluster.stopAll();
      cluster.startAll();
      assertTrue(cluster.get("row-99").startsWith("value-" + round));
    }
    int leader = cluster.awaitLeader();
    cluster.await("a checkpoint", () -> cluster.status(leader).checkpoint() > 0);
  }

  /** Millions of tiny updates would fill the heap before their payloads fill an interval. */
  @Test
  void smallUpdatesCountWithTheirPlaceInMemory() throws IOException {
    start(40_000, Durability.SYNC);
    for (int i = 0; i < 800; i++) {
      cluster.put("r", "v");
    }
    int leader = cluster.awaitLeader();
    cluster.await("a second checkpoint", () -> cluster.status(leader).checkpoint() > 0);
  }

  @Test
  void whoLagsBehindThePurgedLogGetsACheckpoint() throws IOException {
    start(10_000, Durability.SYNC);
    cluster.put("before", "1");
    int away = otherThan(cluster.awaitLeader());
    cluster.awaitEqual();
    cluster.stop(away);
    for (int i = 0; i < 200; i++) {
      cluster.put("row-" + i, "x".repeat(500));
    }
    long behind = 10;
    cluster.await("purged logs", () -> cluster.status(cluster.awaitLeader()).checkpoint() > behind);
    cluster.start(away);
    cluster.awaitEqual();
    assertTrue(cluster.network().checkpointsSent() > 0);
    assertEquals("1", cluster.read(away, "before", true).join());
    assertTrue(cluster.status(away).checkpoint() > behind);
    cluster.put("after", "2");
    cluster.awaitEqual();
    // It stands on the checkpoint's files and on its own log.
    cluster.stop(away);
    cluster.start(away);
    cluster.awaitEqual();
    assertEquals("2", cluster.read(away, "after", true).join());
    sameHashes();
  }

  /** Updates go on while the states of all members are compared at one entry. */
  private void sameHashes() {
    while (true) {
      long length = cluster.status(cluster.awaitLeader()).logLength() + 20;
      List<CompletableFuture<String>> hashes = new ArrayList<>();
      for (int member = 0; member < 3; member++) {
        hashes.add(cluster.hashAt(member, length));
      }
      for (int i = 0; i < 40; i++) {
        cluster.put("row-" + i, "hash");
      }
      List<String> found = hashes.stream().map(CompletableFuture::join).toList();
      if (!found.contains("passed")) {
        assertEquals(64, found.get(0).length());
        assertEquals(List.of(found.get(0), found.get(0), found.get(0)), found);
        return;
      }
    }
  }

  @Test
  void aLeaderThatIsCutOffAnswersNobody() throws IOException {
    start(NEVER, Durability.SYNC);
    cluster.put("a", "1");
    int old = cluster.awaitLeader();
    cluster.network().isolate(old);
    CompletableFuture<Object> write = cluster.update(old, 9, 1, "a", "lost?");
    CompletableFuture<Object> read = cluster.read(old, "a", false);
    assertTrue(List.of("unknown", Refusal.NOT_LEADER).contains(write.join()));
    assertEquals(Refusal.NOT_LEADER, read.join());
    cluster.put("a", "2");
    cluster.network().heal();
    cluster.awaitEqual();
    assertEquals("2", cluster.read(old, "a", true).join());
    sameHashes();
  }

  /** Its successor may have it in its log, and go on. */
  @Test
  void whatALeaderThatIsCutOffHasBegunMayGoOn() throws IOException {
    start(NEVER, Durability.SYNC);
    cluster.put("a", "1");
    int old = cluster.awaitLeader();
    cluster.network().isolate(old);
    CompletableFuture<?> split =
        cluster.member(old).sharding().split(LocalCluster.PARTITION, OptionalLong.empty());
    CompletionException failed = assertThrows(CompletionException.class, split::join);
    ZabException why = assertInstanceOf(ZabException.class, failed.getCause());
    // If it noticed before it began, it has not begun.
    boolean isBegun = why.code() == ErrorCode.UNAVAILABLE;
    assertEquals(isBegun ? ErrorCode.UNAVAILABLE : ErrorCode.NOT_LEADER, why.code(), why::problem);
    assertEquals(isBegun, why.mayHaveHappened(), why::problem);
  }

  @Test
  void leadershipMovesWhenAsked() throws IOException {
    start(NEVER, Durability.SYNC);
    int target = otherThan(cluster.awaitLeader());
    cluster.awaitEqual();
    cluster.await("a leader that took over", () -> hasTakenOver(target));
    assertTrue(cluster.handovers() >= 1, "handovers are counted");
    cluster.put("a", "1");
    assertEquals("1", cluster.get("a"));
    toldTransfer(target);
  }

  @Test
  void whoDoesNotLeadSaysWhoDoesWhenAskedToHandOver() throws IOException {
    start(NEVER, Durability.SYNC);
    int leader = cluster.awaitLeader();
    cluster.awaitEqual();
    int follower = otherThan(leader);
    TransferWish wish = cluster.member(follower).transfer(-1, "a test wishes it").join();
    assertFalse(wish.begun());
    assertEquals(cluster.status(follower).leader(), wish.leader());
  }

  /** Asks for it again if it was refused for the moment, or an election came first. */
  private boolean hasTakenOver(int target) {
    boolean done =
        cluster.status(target).lastTransfer().map(GroupEvent::kind).orElse(null) == Kind.TOOK_OVER;
    for (int member = 0; member < 3 && !done; member++) {
      if (cluster.status(member).leads()) {
        cluster.member(member).transfer(member == target ? -1 : target, "a test wishes it");
      }
    }
    return done;
  }

  private List<GroupEvent> events(int member) {
    return cluster.member(member).events().after(0, 0);
  }

  /** The last transfer, as both see it. */
  private void toldTransfer(int to) {
    GroupEvent taken = cluster.status(to).lastTransfer().orElseThrow();
    int from = taken.peer();
    GroupEvent handed = cluster.status(from).lastTransfer().orElseThrow();
    assertEquals(Kind.TRANSFERRED, handed.kind());
    assertEquals(to, handed.peer());
    assertTrue(handed.nanos() > 0);
    List<GroupEvent> of = events(from);
    GroupEvent began = of.get(of.indexOf(handed) - 1);
    assertEquals(Kind.TRANSFER_BEGAN, began.kind());
    assertEquals(to, began.peer());
    assertEquals("a test wishes it", began.text());
    assertEquals(Kind.TOOK_OVER, taken.kind());
    assertTrue(taken.nanos() > 0);
    // It takes office in the step in which it is established, or in the next one.
    boolean leads =
        events(to).stream()
            .filter(event -> event.kind() == Kind.LEADER && event.peer() == to)
            .anyMatch(event -> event.text().equals(taken.text()));
    assertTrue(leads, "both tell the epoch");
  }

  @Test
  void thePolicyChangesWhileAReplicaRuns() throws IOException {
    start(NEVER, Durability.SYNC);
    assertEquals(TransferPolicy.COLDEST, cluster.status(1).policy());
    cluster.member(1).changePolicy(TransferPolicy.OFF).join();
    assertEquals(TransferPolicy.OFF, cluster.status(1).policy());
    assertEquals(TransferPolicy.COLDEST, cluster.status(0).policy());
    assertTrue(events(1).stream().anyMatch(event -> event.kind() == Kind.POLICY));
    ReplicaDriver stopped = cluster.member(1);
    cluster.stop(1);
    assertThrows(
        CompletionException.class, () -> stopped.changePolicy(TransferPolicy.RANDOM).join());
    cluster.start(1);
    assertEquals(TransferPolicy.COLDEST, cluster.status(1).policy(), "as its options say");
  }

  @Test
  void withPeriodicDurabilityTheLogIsSyncedLater() throws IOException {
    start(20_000, Durability.PERIODIC);
    for (int i = 0; i < 100; i++) {
      cluster.put("row-" + i, "x".repeat(500));
    }
    cluster.stopAll();
    cluster.startAll();
    assertEquals("x".repeat(32) + "... (500 bytes)", cluster.get("row-99"));
    sameHashes();
  }

  @Test
  void compactionsAndFileChecksWorkBesideUpdates() throws IOException {
    start(20_000, Durability.SYNC);
    int leader = cluster.awaitLeader();
    CompletableFuture<Void> compacted = new CompletableFuture<>();
    for (int i = 0; i < 100; i++) {
      cluster.put("row-" + i % 10, "x".repeat(1000));
      if (i == 50) {
        cluster.member(leader).compact(failure -> compacted.complete(null));
      }
    }
    compacted.join();
    assertEquals(
        List.of(Kind.COMPACTION_BEGAN, Kind.COMPACTION_ENDED),
        events(leader).stream()
            .filter(event -> event.text().startsWith("of everything"))
            .map(GroupEvent::kind)
            .toList());
    for (int member = 0; member < 3; member++) {
      Verification found = cluster.member(member).verifyFiles().join();
      assertEquals(List.of(), found.damage());
      assertTrue(found.logEntries() > 0 && found.bytes() > 0, found::toString);
    }
  }
}

package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.storage.command.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leadership and compactions of real stores that are so small that they compact all the time. */
class CompactionTest {

  private static final int HEAVY = 6;
  private static final int ROWS = 40;
  private static final long FIRST_SESSION = 100;
  private static final String HOT = "pressure \\d+ of threshold 6, policy coldest";
  private static final String ALL_HOT = "nobody is cool: this node gives way, to compact";

  @TempDir Path directory;
  private LocalCluster cluster;

  /** By row, how many writes of its writer are done. */
  private final long[] written = new long[ROWS];

  @AfterEach
  void close() throws IOException {
    cluster.close();
  }

  private void start(TransferPolicy policy) throws IOException {
    cluster = new LocalCluster(directory, 3, 60_000, Durability.SYNC);
    cluster.compactionsAreHeavyFrom(60_000, 6, policy);
    cluster.startAll();
  }

  /**
   * Each row has a writer of its own: more is written than stores compact meanwhile, however long a
   * sync takes.
   */
  private void writeUntil(String what, BooleanSupplier condition) {
    cluster.await(
        what,
        () -> {
          int leader = cluster.leader();
          if (leader >= 0) {
            List<CompletableFuture<Object>> answers =
                IntStream.range(0, ROWS).mapToObj(row -> write(leader, row)).toList();
            for (int row = 0; row < ROWS; row++) {
              written[row] += answers.get(row).join() instanceof Result ? 1 : 0;
            }
          }
          return condition.getAsBoolean();
        });
  }

  private CompletableFuture<Object> write(int leader, int row) {
    String value = written[row] + "x".repeat(4_000);
    return cluster.update(leader, FIRST_SESSION + row, written[row] + 1, "row-" + row, value);
  }

  /** The texts of all events of a kind. */
  private List<String> told(String kind) {
    return IntStream.range(0, 3)
        .mapToObj(member -> cluster.member(member).events().after(0, 0))
        .flatMap(List::stream)
        .filter(event -> event.kind().name().equals(kind))
        .map(GroupEvent::text)
        .toList();
  }

  private int pressure(int member) {
    return cluster.status(member).pressure();
  }

  @Test
  void aLeaderStepsAsideAndThenCompacts() throws IOException {
    start(TransferPolicy.COLDEST);
    writeUntil("three transfers", () -> cluster.handovers() >= 3);
    // On a slow machine all three may be hot at once: then the group's first member gives way.
    assertTrue(
        told("TRANSFER_BEGAN").stream().allMatch(text -> text.matches(HOT + "|" + ALL_HOT)),
        told("TRANSFER_BEGAN")::toString);
    assertTrue(told("TRANSFERRED").size() >= 3);
    // The permits go round: in the end nobody has anything heavy left.
    cluster.await(
        "cool stores", () -> IntStream.range(0, 3).allMatch(member -> pressure(member) < HEAVY));
    cluster.await("the end of a compaction", () -> told("COMPACTION_ENDED").size() > 0);
    assertTrue(told("PERMITTED").size() > 0);
    assertTrue(told("COMPACTION_BEGAN").stream().allMatch(text -> text.endsWith(", permitted")));
    cluster.awaitEqual();
    for (int row = 0; row < ROWS; row++) {
      String value = cluster.get("row-" + row);
      assertTrue(value.matches("\\d+x+.*"), value);
    }
  }

  @Test
  void withPolicyOffTheLeaderStaysUntilThePolicyChanges() throws IOException {
    start(TransferPolicy.OFF);
    int leader = cluster.awaitLeader();
    writeUntil("a hot follower", () -> pressure((leader + 1) % 3) >= HEAVY);
    cluster.await(
        "cool stores", () -> IntStream.range(0, 3).allMatch(member -> pressure(member) < HEAVY));
    assertEquals(0, cluster.handovers());
    for (int member = 0; member < 3; member++) {
      cluster.member(member).changePolicy(TransferPolicy.RANDOM).join();
    }
    writeUntil("a transfer", () -> cluster.handovers() > 0);
    assertTrue(told("TRANSFER_BEGAN").get(0).endsWith("policy random"));
  }
}

package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.step.Refusal;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.NoPost;
import io.zabdb.replica.settings.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members change only if a quorum of those that are to vote has the files of all partitions. */
@Timeout(120)
class WholeQuorumTest {

  private static final int MEMBERS = 4;
  private static final long EVERYBODY = (1L << MEMBERS) - 1;

  @TempDir Path directory;
  private final Asked asked = new Asked();
  private LocalCluster cluster;
  private int leader;
  private long all;
  private long stay;
  private long leave;

  @BeforeEach
  void start() throws IOException {
    cluster = new LocalCluster(directory, MEMBERS, Long.MAX_VALUE, Durability.SYNC);
    cluster.post(asked);
    cluster.startAll();
    cluster.put("a", "1");
    leader = cluster.awaitLeader();
    cluster.awaitEqual();
    // Once this has begun the leader knows all else that it must know of the others.
    all = EVERYBODY & ~Members.of((leader + 1) % MEMBERS);
    asked.whole = all;
    awaitLeaving(EVERYBODY & ~all, all);
    leave = Members.of((leader + 2) % MEMBERS);
    stay = all & ~leave;
  }

  /** Asks until it begins, as commands do, and waits until it is done. */
  private void awaitLeaving(long leaving, long after) {
    cluster.await("a change", () -> !(cluster.remove(leader, leaving).join() instanceof Refusal));
    cluster.await(
        "the end of the change",
        () -> cluster.status(leader).voters().equals(Configuration.of(after)));
  }

  @AfterEach
  void close() throws IOException {
    cluster.close();
  }

  @Test
  void whoHasFilesMustNotLeaveIfTooFewOfTheOthersHave() {
    asked.whole = Members.of(leader) | leave;
    assertEquals(Refusal.NOT_READY, remove().join());
    assertEquals(Configuration.of(all), cluster.status(leader).voters());
    assertEquals(stay, asked.members, "who was asked");
  }

  @Test
  void nobodyLeavesWhileNobodyKnowsWhoHasFiles() {
    asked.isAway = true;
    assertEquals(Refusal.NOT_READY, remove().join());
    assertEquals(Configuration.of(all), cluster.status(leader).voters());
  }

  @Test
  void oneWhoLacksFilesMayLeave() {
    asked.whole = stay;
    awaitLeaving(leave, stay);
    assertTrue(asked.least > 0, "whatever they have applied");
  }

  /** It is about to drop what it has. */
  @Test
  void whoKnowsThatItWasRemovedIsNotWhole() {
    for (int member = 0; member < MEMBERS; member++) {
      boolean isMember = Members.contains(all, member);
      MoveTaker taker = cluster.member(member).moves();
      cluster.await("what member " + member + " says", () -> taker.isWhole(1) == isMember);
    }
  }

  /** Who was whole may have been removed meanwhile, and be back without files. */
  @Test
  void anAnswerIsOfTheMembersOfItsTime() {
    asked.late = new CompletableFuture<>();
    CompletableFuture<Object> alone = cluster.remove(leader, all & ~Members.of(leader));
    cluster.await("the question", () -> asked.members == Members.of(leader));
    CompletableFuture<Long> late = asked.late;
    asked.late = null;
    awaitLeaving(leave, stay);
    late.complete(all);
    assertEquals(Refusal.NOT_READY, alone.join());
    assertEquals(Configuration.of(stay), cluster.status(leader).voters());
  }

  private CompletableFuture<Object> remove() {
    return cluster.remove(leader, leave);
  }

  /** Answers who is whole as it was told; there are no other groups. */
  private static final class Asked extends NoPost {

    private volatile long whole;
    private volatile boolean isAway;
    private volatile long members;

    /** Null: it is answered at once. */
    private volatile CompletableFuture<Long> late;

    private volatile long least;

    @Override
    public CompletableFuture<Long> askWhole(int group, long voters, long entries) {
      members = voters;
      least = entries;
      if (late != null) {
        return late;
      }
      return isAway
          ? super.askWhole(group, voters, entries)
          : CompletableFuture.completedFuture(whole & voters);
    }
  }
}

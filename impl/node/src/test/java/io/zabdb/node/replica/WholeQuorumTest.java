package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.step.Refusal;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.NoPost;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Else the next disk that is lost might be the last one with its files. */
  @Test
  void aMemberWithAnotherDiskCountsOnceItIsWhole() throws IOException {
    int member = Long.numberOfTrailingZeros(stay & ~Members.of(leader));
    asked.whole = all & ~Members.of(member);
    replaceDisk(member);
    awaitQuestions(member);
    assertTrue(cluster.status(member).learns());
    asked.whole = all;
    cluster.await("admission", () -> !cluster.status(member).learns());
    cluster.stop(Long.numberOfTrailingZeros(leave));
    cluster.put("b", "by its vote");
    assertEquals("by its vote", cluster.get("b"));
  }

  /** It was whole before it lost the next one. */
  @Test
  void anAnswerIsOfTheDiskOfItsTime() throws IOException {
    int member = Long.numberOfTrailingZeros(stay & ~Members.of(leader));
    asked.late = new CompletableFuture<>();
    replaceDisk(member);
    cluster.await("the question", () -> asked.members == Members.of(member));
    CompletableFuture<Long> late = asked.late;
    replaceDisk(member);
    asked.whole = all & ~Members.of(member);
    asked.late = null;
    late.complete(all);
    awaitQuestions(member);
    assertTrue(cluster.status(member).learns());
  }

  private void replaceDisk(int member) throws IOException {
    cluster.stop(member);
    DiskFiles.delete(directory.resolve("member-" + member));
    cluster.start(member);
    cluster.put("a", "to learn");
    cluster.awaitEqual();
  }

  /** It has been asked again, and what was answered before was heard. */
  private void awaitQuestions(int member) {
    asked.questions.set(0);
    cluster.await(
        "questions", () -> asked.questions.get() > 2 && asked.members == Members.of(member));
  }

  private CompletableFuture<Object> remove() {
    return cluster.remove(leader, leave);
  }

  /** Answers who is whole as it was told; there are no other groups. */
  private static final class Asked extends NoPost {

    private final AtomicInteger questions = new AtomicInteger();
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
      questions.incrementAndGet();
      if (late != null) {
        return late;
      }
      return isAway
          ? super.askWhole(group, voters, entries)
          : CompletableFuture.completedFuture(whole & voters);
    }
  }
}

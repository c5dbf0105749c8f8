package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.step.Refusal;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.Fetching;
import io.zabdb.replica.move.FoundBase;
import io.zabdb.replica.move.FoundStore;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Holders;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.command.Result;
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
    cluster.await("a change", () -> change(leaving).join().equals("begun"));
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
    Change change = remove();
    assertEquals(Refusal.NOT_READY, change.join());
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

  /** Who was whole may have been removed meanwhile, and be back without files. */
  @Test
  void anAnswerIsOfTheMembersOfItsTime() {
    asked.late = new CompletableFuture<>();
    Change alone = change(all & ~Members.of(leader));
    cluster.await("the question", () -> asked.members == Members.of(leader));
    CompletableFuture<Long> late = asked.late;
    asked.late = null;
    awaitLeaving(leave, stay);
    late.complete(all);
    assertEquals(Refusal.NOT_READY, alone.join());
    assertEquals(Configuration.of(stay), cluster.status(leader).voters());
  }

  private Change remove() {
    return change(leave);
  }

  private Change change(long leaving) {
    Change change = new Change();
    cluster.member(leader).changeMembers(0, leaving, change);
    return change;
  }

  /** What becomes of a change. */
  private static final class Change extends CompletableFuture<Object> implements UpdateCallback {

    @Override
    public void answered(Result result, long index) {
      complete("begun");
    }

    @Override
    public void forgotten(boolean isSessionKnown) {
      complete("begun");
    }

    @Override
    public void refusedWhenApplied() {
      complete("begun");
    }

    @Override
    public void refused(Refusal refusal, int by) {
      complete(refusal);
    }

    @Override
    public void notAdmitted(String why) {
      complete(why);
    }

    @Override
    public void apart(String why) {
      complete(why);
    }

    @Override
    public void unknown() {
      complete("unknown");
    }

    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public void abandoned() {
      complete("abandoned");
    }

    @Override
    public void diskFull() {
      complete("no room");
    }
  }

  /** Answers who is whole as it was told; there are no other groups. */
  private static final class Asked implements GroupPost {

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
          ? NONE.askWhole(group, voters, entries)
          : CompletableFuture.completedFuture(whole & voters);
    }

    @Override
    public CompletableFuture<Letter> send(int group, Letter letter) {
      return NONE.send(group, letter);
    }

    @Override
    public CompletableFuture<Holders> offer(int group, BaseOffer offer) {
      return NONE.offer(group, offer);
    }

    @Override
    public CompletableFuture<Holders> offer(int group, BaseOffer offer, int holder) {
      return NONE.offer(group, offer, holder);
    }

    @Override
    public CompletableFuture<FoundBase> askForBase(int group, String partition, long attempt) {
      return NONE.askForBase(group, partition, attempt);
    }

    @Override
    public CompletableFuture<FoundStore> askForStore(int group, long entries) {
      return NONE.askForStore(group, entries);
    }

    @Override
    public Fetching fetch(FoundStore found) {
      return NONE.fetch(found);
    }
  }
}

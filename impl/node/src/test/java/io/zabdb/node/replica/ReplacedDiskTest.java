package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replica that has lost its disk, or its log, learns before it votes again. */
@Timeout(600)
class ReplacedDiskTest {

  private static final int ROWS = 60;

  /** Of a leaderless group: so many that each of two members has had many chances to lead. */
  private static final long MANY_DATAGRAMS = 100;

  private static final int ATTEMPTS = 20;

  @TempDir Path directory;
  private LocalCluster cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new LocalCluster(directory, 3, Long.MAX_VALUE, Durability.SYNC);
    cluster.startAll();
  }

  @AfterEach
  void close() throws IOException {
    assertEquals(java.util.Map.of(), cluster.failures());
    cluster.close();
  }

  /** Alone it cannot know whether the others have what its log says of who votes. */
  @Test
  void whoVotesIsToldAsCommittedOnceThatIsKnown() throws IOException {
    cluster.put("first", "1");
    cluster.awaitEqual();
    cluster.stopAll();
    cluster.start(0);
    cluster.await("word of who votes", () -> !cluster.rosters(0).isEmpty());
    assertEquals(List.of(0L), cluster.rosters(0));
    cluster.start(1);
    cluster.await("a roster that is committed", () -> cluster.rosters(0).size() > 1);
    assertTrue(cluster.rosters(0).get(1) > 0, cluster.rosters(0)::toString);
  }

  /** The story of a stale member and a wiped one, which were a majority once. */
  @ParameterizedTest
  @ValueSource(strings = {"", "log"})
  void aWipedMemberAndAStaleOneElectNobody(String lost) throws IOException {
    cluster.put("first", "1");
    cluster.awaitEqual();
    int leader = cluster.awaitLeader();
    int stale = (leader + 1) % 3;
    int wiped = (leader + 2) % 3;
    cluster.stop(stale);
    for (int i = 0; i < ROWS; i++) {
      cluster.put("row " + i, "" + i);
    }
    cluster.stop(leader);
    cluster.stop(wiped);
    DiskFiles.delete(directory.resolve("member-" + wiped).resolve(lost));

    cluster.start(stale);
    cluster.start(wiped);
    long before = cluster.network().datagrams();
    cluster.await(
        "datagrams",
        () -> {
          assertFalse(cluster.status(stale).leads() || cluster.status(wiped).leads());
          return cluster.network().datagrams() > before + MANY_DATAGRAMS;
        });
    assertTrue(cluster.status(wiped).learns());

    cluster.start(leader);
    for (int i = 0; i < ROWS; i++) {
      assertEquals("" + i, cluster.get("row " + i));
    }
    cluster.await("admission", () -> !cluster.status(wiped).learns());
    cluster.awaitEqual();
    assertTrue(kinds(cluster.awaitLeader()).contains(Kind.DISK_ADMITTED));
    assertEquals(lost.equals("log"), kinds(wiped).contains(Kind.STORE_SET_ASIDE));
    assertEquals(
        lost.equals("log"),
        Files.exists(directory.resolve("member-" + wiped).resolve(ReplicaDisk.SET_ASIDE)));

    // Now its vote counts: without it there would be no majority.
    cluster.stop(stale);
    cluster.put("last", "3");
    assertEquals("3", cluster.get("last"));
  }

  private List<Kind> kinds(int member) {
    return cluster.member(member).events().after(0, 0).stream().map(GroupEvent::kind).toList();
  }

  @Test
  void whatIsCutFromALogIsAnEvent() throws IOException {
    cluster.put("first", "1");
    cluster.awaitEqual();
    int former = aLeaderThatHasWhatNobodyElseHas();
    cluster.put("second", "2");
    cluster.network().heal();
    cluster.awaitEqual();
    for (int member = 0; member < 3; member++) {
      assertEquals(member == former, kinds(member).contains(Kind.LOG_CUT), "member " + member);
    }
    GroupEvent cut =
        cluster.member(former).events().after(0, 0).stream()
            .filter(event -> event.kind() == Kind.LOG_CUT)
            .findFirst()
            .orElseThrow();
    assertTrue(cut.text().startsWith("1 entries behind entry "), cut.text());
  }

  /** It is cut off, and does not lead any more. */
  private int aLeaderThatHasWhatNobodyElseHas() {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int leader = cluster.awaitLeader();
      long length = cluster.status(leader).logLength();
      cluster.network().isolate(leader);
      cluster.update(leader, 8, attempt, "lost", "1");
      cluster.await("an end of its leadership", () -> !cluster.status(leader).leads());
      if (cluster.status(leader).logLength() > length) {
        return leader;
      }
      // It had noticed that it is alone before the update came.
      cluster.network().heal();
    }
    throw new AssertionError("no leader took an update while it was alone");
  }

  @Test
  void aMajorityThatForgotDoesNotFoundTheGroupAgain() throws IOException {
    cluster.put("first", "1");
    cluster.awaitEqual();
    cluster.stopAll();
    DiskFiles.delete(directory.resolve("member-0"));
    DiskFiles.delete(directory.resolve("member-1"));
    for (int member = 0; member < 3; member++) {
      cluster.start(member);
    }
    long before = cluster.network().datagrams();
    cluster.await(
        "datagrams",
        () -> {
          for (int member = 0; member < 3; member++) {
            assertFalse(cluster.status(member).leads());
          }
          return cluster.network().datagrams() > before + MANY_DATAGRAMS;
        });
    assertEquals("1", cluster.read(2, "first", true).join());
  }
}

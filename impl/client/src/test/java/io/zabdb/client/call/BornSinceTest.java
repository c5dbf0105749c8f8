package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.net.Peer;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A client that has the ring of a cluster is asked for a group that is younger. */
class BornSinceTest {

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));
  private final Caller caller = FakeClients.caller(cluster, FakeClients.settings(), 1);

  private <T> CompletableFuture<T> ended(CompletableFuture<T> future) {
    time.until(future);
    return future;
  }

  @Test
  void itIsAskedFor() {
    assertEquals(3, ended(caller.members(0)).join().size());
    cluster.move(0, 1, 1);
    cluster.elect(1, 2);
    List<Peer> members = ended(caller.members(1)).join();
    assertEquals(3, members.size());
    assertTrue(members.containsAll(ended(caller.members(0)).join()));
  }

  /** Numbers of groups are never used again. */
  @Test
  void thoseThatHaveEndedAreForgotten() {
    for (int group = 1; group <= 100; group++) {
      cluster.move(0, group, group);
      cluster.elect(group, group % 3);
      ended(caller.members(group)).join();
      cluster.end(group - 1);
    }
    ended(caller.refreshed()).join();
    assertEquals(1, caller.knownGroups());
    assertEquals(3, ended(caller.members(100)).join().size());
  }

  @Test
  void oneThatNobodyKnowsIsNamed() {
    CompletableFuture<List<Peer>> unknown = ended(caller.members(7));
    ZabException failure =
        (ZabException) assertThrows(CompletionException.class, unknown::join).getCause();
    assertEquals(ErrorCode.NOT_FOUND, failure.code());
    assertEquals("no member of group 7 is known", failure.problem());
  }
}

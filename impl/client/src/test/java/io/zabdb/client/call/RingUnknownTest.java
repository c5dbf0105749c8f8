package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.net.Peers;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.ring.RingSource;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A client whose cluster is down when it starts: there is nobody to tell it of the ring. */
class RingUnknownTest {

  private static final int CALLS = 200;
  private static final Bytes ROW = Bytes.of("row");
  private static final Ring RING = Ring.even(1, 1);

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, RING);
  private boolean isDown = true;
  private int fetches;

  private final RingSource source =
      new RingSource() {
        @Override
        public CompletableFuture<ClusterState> fetch() {
          fetches++;
          CompletableFuture<ClusterState> told = new CompletableFuture<>();
          time.in(Duration.ofMillis(1), () -> tell(told));
          return told;
        }

        @Override
        public void watch(Consumer<ClusterState> listener) {}

        @Override
        public void close() {}
      };

  private final Caller caller =
      new Caller(
          FakeClients.settings(),
          source,
          new Peers(cluster.connector(), time),
          time,
          new SplittableRandom(1));

  private void tell(CompletableFuture<ClusterState> told) {
    if (isDown) {
      told.completeExceptionally(ZabException.of(ErrorCode.UNREACHABLE, "refused"));
    } else {
      told.complete(FakeCluster.byManager(RING, 1));
    }
  }

  /** Each call that came in a pause began another row of attempts, for as long as any waited. */
  @Test
  void manyCallsAskNoMoreOftenThanOne() {
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(caller.call(new Lookup(ROW, Column.DEFAULT, 1, OperationKind.READ)));
      time.pass(Duration.ofMillis(10));
    }
    assertTrue(fetches > 10, () -> "asked " + fetches + " times");
    int before = fetches;
    time.pass(Duration.ofSeconds(1));
    // Pauses are 50 to 100 ms by now.
    assertTrue(fetches - before <= 20, () -> "asked " + (fetches - before) + " times in a second");
    isDown = false;
    cluster.elect(0, 0);
    calls.forEach(time::until);
    calls.forEach(call -> assertEquals(List.of(), call.join()));
  }
}

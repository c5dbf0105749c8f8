package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

  private static final int LIMIT_SECONDS = 60;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Recording recording = new Recording();
  private final KeySpace keys = new KeySpace(10, 16);

  /** Time that passes when it is waited for, up to an end. */
  private static final class VirtualPace implements OpenLoop.Pace {

    private final CountDownLatch atEnd = new CountDownLatch(1);
    private final long end;
    private final long lateness;
    private volatile long now;

    /**
     * @param lateness of each that is waited for, in nanoseconds
     */
    VirtualPace(long end, long lateness) {
      this.end = end;
      this.lateness = lateness;
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public void await(long nanos) throws InterruptedException {
      if (nanos > end) {
        atEnd.countDown();
        new CountDownLatch(1).await();
      }
      now = Math.max(now, nanos + lateness);
    }
  }

  /** Answers at once, or never. */
  private static final class OnceStore implements LoadStore {

    private final Queue<CompletableFuture<Long>> unanswered = new ConcurrentLinkedQueue<>();
    private final boolean answers;

    OnceStore(boolean answers) {
      this.answers = answers;
    }

    @Override
    public CompletableFuture<Long> write(Bytes row, Bytes value) {
      CompletableFuture<Long> answer = new CompletableFuture<>();
      if (answers) {
        answer.complete(1L);
      } else {
        unanswered.add(answer);
      }
      return answer;
    }

    @Override
    public CompletableFuture<Optional<Bytes>> read(Bytes row) {
      return CompletableFuture.completedFuture(Optional.of(row));
    }
  }

  private OpenLoop run(LoadStore store, Mix mix, VirtualPace pace) throws Exception {
    OpenLoop loop = new OpenLoop(List.of(store), 1_000, 100, keys, mix, recording, 1, pace);
    loop.start();
    assertTrue(pace.atEnd.await(LIMIT_SECONDS, TimeUnit.SECONDS));
    return loop;
  }

  private static void end(OpenLoop loop) throws Exception {
    loop.stop().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void beginsAsManyAsItIsAskedToAndMixesThem() throws Exception {
    end(run(new OnceStore(true), new Mix(30), new VirtualPace(10 * SECOND, 0)));
    Recording.Taken taken = recording.take();
    assertEquals(10_000, taken.all().getTotalCount(), 300.0);
    assertEquals(3_000, taken.writes().getTotalCount(), 200.0);
    assertEquals(Map.of(), taken.errors());
  }

  /** Though each is answered at once: it could have been so before. */
  @Test
  void whatBeginsLateTookThatLong() throws Exception {
    long late = TimeUnit.MILLISECONDS.toNanos(50);
    end(run(new OnceStore(true), new Mix(100), new VirtualPace(SECOND, late)));
    Recording.Taken taken = recording.take();
    assertEquals(late, taken.writes().getMinValue(), late / 500.0);
    assertEquals(late, taken.writes().getValueAtPercentile(50), late / 500.0);
  }

  /** In a pause operations begin all the same, and each tells how long it waited for its end. */
  @Test
  void aPauseIsToldByAllThatWereToBeginInIt() throws Exception {
    OnceStore store = new OnceStore(false);
    VirtualPace pace = new VirtualPace(SECOND / 20, 0);
    OpenLoop loop = run(store, new Mix(100), pace);
    int begun = store.unanswered.size();
    pace.now = SECOND;
    store.unanswered.forEach(each -> each.complete(1L));
    end(loop);
    Recording.Taken taken = recording.take();
    assertEquals(50, begun, 20.0);
    assertEquals(begun, taken.writes().getTotalCount());
    assertEquals(begun, taken.writes().getCountBetweenValues(SECOND * 9 / 10, SECOND));
  }

  @Test
  void noMoreAreUnansweredThanAllowed() throws Exception {
    OnceStore store = new OnceStore(false);
    OpenLoop loop = run(store, new Mix(100), new VirtualPace(SECOND, 0));
    assertEquals(100, store.unanswered.size());
    CompletableFuture<Void> stopped = loop.stop();
    assertFalse(stopped.isDone());
    store.unanswered.forEach(
        each -> each.completeExceptionally(new IllegalStateException("broken")));
    end(loop);
    Recording.Taken taken = recording.take();
    assertEquals(100, taken.errors().get("IllegalStateException"));
    assertEquals(900, taken.errors().get(OpenLoop.NOT_SENT), 100.0);
  }
}

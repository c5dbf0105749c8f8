package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.zabdb.core.step.Refusal;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.memory.CountedMetrics;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads behind a read point wait for what they must see, and not for ever. */
class AwaitedPointsTest {

  private final StepLoop loop = new StepLoop();
  private final CountedMetrics metrics = new CountedMetrics();
  private final AwaitedPoints points = new AwaitedPoints(loop, metrics);

  /** How many entries were asked for, as reads were passed on. */
  private final List<Long> served = new ArrayList<>();

  private final List<RuntimeException> failures = new ArrayList<>();

  private final class Read implements ReadCallback {

    @Override
    public boolean isLong() {
      return false;
    }

    @Override
    public void read(Snapshot snapshot) {
      throw new AssertionError("read by nobody");
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      throw new AssertionError(refusal);
    }

    @Override
    public void failed(RuntimeException cause) {
      failures.add(cause);
    }
  }

  private void take(long point, long committed) {
    points.take(point, List.of(new Read()), committed, this::serve);
  }

  private void serve(long length, List<ReadCallback> reads) {
    reads.forEach(read -> served.add(length));
  }

  private void release(long committed) {
    points.release(committed, this::serve);
  }

  @Test
  void whatIsKnownToBeCommittedIsServedAtOnce() {
    take(5, 5);
    take(4, 5);
    assertEquals(List.of(5L, 4L), served);
    assertEquals(2, metrics.count("points AT_ONCE"));
    loop.runLater();
    assertEquals(List.of(), failures);
  }

  @Test
  void whatIsNotWaitsUntilItIs() {
    take(6, 5);
    take(7, 5);
    take(7, 5);
    assertEquals(List.of(), served);
    release(5);
    assertEquals(List.of(), served);
    release(6);
    assertEquals(List.of(6L), served);
    release(9);
    assertEquals(List.of(6L, 7L, 7L), served);
    assertEquals(3, metrics.count("points AWAITED"));
    // The time of what was served does not come.
    loop.runLater();
    assertEquals(List.of(), failures);
  }

  @Test
  void aReplicaThatHearsNothingSaysSoInTime() {
    take(6, 5);
    take(7, 5);
    release(6);
    loop.runLater();
    assertEquals(List.of(6L), served);
    assertEquals(List.of(ErrorCode.UNAVAILABLE), codes());
    assertEquals(1, metrics.count("points GIVEN_UP"));
    release(7);
    assertEquals(List.of(6L), served);
  }

  @Test
  void noReadIsForgottenWhenTheReplicaEnds() {
    take(6, 5);
    take(7, 5);
    points.end();
    assertEquals(List.of(ErrorCode.UNAVAILABLE, ErrorCode.UNAVAILABLE), codes());
    loop.runLater();
    release(9);
    assertEquals(2, failures.size());
    assertEquals(List.of(), served);
  }

  private List<ErrorCode> codes() {
    return failures.stream()
        .map(failure -> assertInstanceOf(StorageException.class, failure).code())
        .toList();
  }
}

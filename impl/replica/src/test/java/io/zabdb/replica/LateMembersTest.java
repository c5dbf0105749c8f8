package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Clock;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LateMembersTest {

  private static final long LEAST = MoveBounds.DEFAULT.standstill().toNanos() / LateMembers.SHARE;

  private long nanos;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return nanos;
        }

        @Override
        public long millis() {
          return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
      };

  private final LateMembers late = new LateMembers(clock, MoveBounds.DEFAULT);

  private static MoveMessage files(String partition, long attempt) {
    return new MoveMessage(
        MessageType.BASE,
        new Birth(1, 1),
        new Birth(1, 2),
        new PartitionId(partition, TokenRange.ALL),
        attempt,
        0,
        null,
        new PartitionCopy(1, Bytes.of("the same files"), new TreeMap<>(), 0));
  }

  private boolean waits(String partition, long attempt) {
    return late.areWaitedFor(files(partition, attempt), 0, 0b100);
  }

  @Test
  void nobodyIsWaitedForIfNobodyFetches() {
    assertFalse(late.areWaitedFor(files("p", 1), 1L << 40, 0));
  }

  @Test
  void whoFetchesMoreHasMoreTime() {
    long bytes = 10 * LateMembers.BYTES_A_SECOND;
    assertTrue(late.areWaitedFor(files("p", 1), bytes, 0b100));
    nanos = LEAST + TimeUnit.SECONDS.toNanos(10);
    assertTrue(late.areWaitedFor(files("p", 1), bytes, 0b100));
    nanos++;
    assertFalse(late.areWaitedFor(files("p", 1), bytes, 0b100));
  }

  @Test
  void eachAttemptHasATimeOfItsOwn() {
    assertTrue(waits("p", 1));
    nanos = LEAST + 1;
    assertFalse(waits("p", 1));
    assertTrue(waits("p", 2));
    assertTrue(waits("q", 1));
  }

  /** However many come meanwhile: their files are asked about now and then, these all the time. */
  @Test
  void whatIsAskedAboutAgainIsNotForgotten() {
    assertTrue(waits("p", 1));
    int others = 3 * ComingPartitions.MOST;
    for (int i = 1; i <= others; i++) {
      nanos = i * LEAST / others;
      assertTrue(waits("other-" + i, 1));
      assertTrue(waits("p", 1));
    }
    nanos = LEAST + 1;
    assertFalse(waits("p", 1));
  }

  @Test
  void aNewLeaderBeginsAnew() {
    assertTrue(waits("p", 1));
    nanos = LEAST + 1;
    late.forget();
    assertTrue(waits("p", 1));
  }
}

package io.zabdb.node.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.replica.health.NodeHealth;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A node that mostly collects garbage is strained until that is over. */
class CollectionWatchTest {

  private static final int LEVEL = 6;

  private final NodeHealth health = new NodeHealth();
  private long nanos;
  private long collected;
  private final CollectionWatch watch =
      new CollectionWatch(health, LEVEL, () -> collected, () -> nanos);

  private void seconds(int seconds, long millisCollectedInEach) {
    for (int second = 0; second < seconds; second++) {
      nanos += TimeUnit.SECONDS.toNanos(1);
      collected += millisCollectedInEach;
      watch.look();
    }
  }

  @Test
  void whoCollectsMuchOfTheTimeIsStrainedUntilItCollectsLittle() {
    seconds(20, 150);
    assertEquals(0, health.level(0));
    seconds(10, 300);
    assertEquals(LEVEL, health.level(0));
    assertEquals(LEVEL, health.level(7), "it concerns all groups");
    seconds(10, 150);
    assertEquals(LEVEL, health.level(0), "little better is not yet well");
    seconds(10, 50);
    assertEquals(0, health.level(0));
  }

  @Test
  void oneLongCollectionIsNoStrainAtOnceAndNoneOnceItIsLongAgo() {
    seconds(3, 0);
    seconds(1, 900);
    assertEquals(0, health.level(0));
    seconds(20, 0);
    assertEquals(0, health.level(0));
  }

  @Test
  void thisProcessIsWatched() {
    CollectionWatch own = CollectionWatch.ofProcess(health, LEVEL);
    own.look();
    own.look();
    assertEquals(0, health.level(0));
  }
}

package io.zabdb.node.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.metrics.Tails;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MoveTrafficTest {

  private static final long MIB = 1 << 20;
  private static final long MS = 1_000_000;

  private final StepLoop loop = new StepLoop();
  private Tails seen = Tails.UNKNOWN;
  private final MoveTraffic traffic = new MoveTraffic(loop, loop, 4 * MIB, () -> seen);
  private int gone;
  private int refused;

  private void ship(int parts) {
    for (int i = 0; i < parts; i++) {
      traffic.ship(FileParts.MOST, () -> gone++, () -> refused++);
    }
    loop.run();
  }

  private void seconds(int seconds) {
    loop.pass(TimeUnit.SECONDS.toNanos(seconds));
  }

  /** Makes clients wait for files until none may go. */
  private void hurt() {
    traffic.begin();
    seen = new Tails(10 * MS, 0);
    seconds(2);
    seen = new Tails(90 * MS, 0);
    for (int i = 0; i < 2; i++) {
      ship(1);
      seconds(2);
    }
    assertEquals(0, traffic.rate());
    gone = 0;
  }

  /** 64 parts a second: four times what may come. */
  @Test
  void partsGoNoFasterThanTheyMay() {
    ship(8);
    assertEquals(1, gone, "the first at once");
    loop.pass(MS * 66);
    assertEquals(5, gone);
    seconds(1);
    assertEquals(8, gone);
    assertEquals(0, refused);
  }

  @Test
  void whoWouldWaitForLongIsRefused() {
    ship(100);
    seconds(10);
    assertEquals(35, refused);
    assertEquals(65, gone, "those of a second, and the first");
    ship(1);
    assertEquals(66, gone);
  }

  @Test
  void clientsThatWaitMakePartsGoAndComeSlower() {
    traffic.begin();
    seen = new Tails(10 * MS, 0);
    seconds(2);
    assertEquals(4 * MIB, traffic.rate());
    seen = new Tails(20 * MS, 0);
    for (int i = 0; i < 4; i++) {
      ship(32);
      loop.pass(MS * 500);
    }
    assertEquals(2 * MIB, traffic.rate(), "what goes counts, a quarter of it");
    for (int i = 0; i < 20; i++) {
      traffic.take(FileParts.MOST);
      loop.pass(MS * 100);
    }
    assertEquals(MIB, traffic.rate(), "and what comes");
    seconds(20);
    assertEquals(MIB, traffic.rate(), "nothing came or went: nothing is learned of files");
  }

  @Test
  void inARestNothingGoesOrComes() {
    hurt();
    ship(3);
    assertEquals(0, gone);
    assertEquals(3, refused);
    assertTrue(traffic.take(FileParts.MOST) > 0);
    seconds(2);
    assertEquals(MIB, traffic.rate());
    assertEquals(0, traffic.take(FileParts.MOST));
    ship(1);
    assertEquals(1, gone);
  }
}

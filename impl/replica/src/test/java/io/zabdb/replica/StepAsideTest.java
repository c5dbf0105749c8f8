package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.TransferSettings;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepAsideTest {

  /** Four drains of half a second. */
  private static final long FIRST = Duration.ofSeconds(2).toNanos();

  private final FixedView view = new FixedView();
  private final StepAside aside = new StepAside(TransferSettings.DEFAULT, Duration.ofMillis(10));

  @BeforeEach
  void anUnfitLeaderBesideFitFollowers() {
    view.fit = false;
    view.leads = true;
  }

  @Test
  void aLeaderThatHasNotHandedOverInTimeStepsDown() {
    assertFalse(aside.isDue(view, 100));
    assertFalse(aside.isDue(view, 99 + FIRST));
    assertTrue(aside.isDue(view, 100 + FIRST));
  }

  @Test
  void theNextTimeItWaitsTwiceAsLongUntilItHasRecovered() {
    aside.isDue(view, 0);
    assertTrue(aside.isDue(view, FIRST));
    aside.isDue(view, FIRST);
    assertFalse(aside.isDue(view, 3 * FIRST - 1));
    assertTrue(aside.isDue(view, 3 * FIRST));
    view.fit = true;
    assertFalse(aside.isDue(view, 9 * FIRST));
    view.fit = false;
    aside.isDue(view, 10 * FIRST);
    assertTrue(aside.isDue(view, 11 * FIRST));
  }

  @Test
  void whereNobodyIsFitItGoesOn() {
    view.heardPressure = TransferSettings.DEFAULT.maxPressure() + 1;
    assertFalse(aside.isDue(view, 0));
    assertFalse(aside.isDue(view, 9 * FIRST));
    view.heardPressure = TransferSettings.DEFAULT.maxPressure();
    assertFalse(aside.isDue(view, 9 * FIRST));
    assertTrue(aside.isDue(view, 10 * FIRST));
  }

  @Test
  void whoDoesNotLeadHasNothingToGiveUp() {
    view.leads = false;
    assertFalse(aside.isDue(view, 0));
    assertFalse(aside.isDue(view, 9 * FIRST));
  }
}

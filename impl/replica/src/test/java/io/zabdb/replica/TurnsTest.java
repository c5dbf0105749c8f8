package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.peer.LamportClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private final CountedSteps steps = new CountedSteps();
  private final Turns turns =
      new Turns(
          new StepLoop(),
          steps,
          failure -> {
            throw new AssertionError(failure);
          });

  /** The disk takes hours to cut the log, or to load a checkpoint, and others go on. */
  @Test
  void noMoreDatagramsWaitThanHaveRoom() {
    Recovered nothing = new Recovered(0, 0, null, List.of());
    turns.begin(
        new Replica(Settings.of(1, 3, 0), nothing, Guards.STANDARD, TraceSink.NONE, output -> {}),
        new HeedlessTurn());
    turns.suspend();
    for (int datagram = 0; datagram < 5_000; datagram++) {
      turns.step(new Input.Notified(2, looking()));
    }
    turns.step(new Input.Tick());
    int before = steps.count;
    turns.resume();
    assertEquals(1_001, steps.count - before, "and whatever else has come");
    turns.suspend();
    turns.step(new Input.Notified(2, looking()));
    before = steps.count;
    turns.resume();
    assertEquals(1, steps.count - before, "there is room again");
  }

  private static Datagram looking() {
    return new Datagram.Notification(Datagram.Role.LOOKING, 0, 0, Zxid.ZERO, 0, 0, 1, 0);
  }

  /** Whoever traces is told to keep what it has after each step. */
  private static final class CountedSteps implements ReplicaTrace {

    private int count;

    @Override
    public void taken(TraceEvent event, StateView state) {}

    @Override
    public void accepted(Connection connection, StateView state) {}

    @Override
    public boolean isOn() {
      return true;
    }

    @Override
    public LamportClock clock() {
      return LamportClock.OFF;
    }

    @Override
    public void flush() {
      count++;
    }
  }
}

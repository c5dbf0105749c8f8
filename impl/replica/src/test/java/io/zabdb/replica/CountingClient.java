package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.zabdb.core.session.Retention;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.ring.Token;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.testkit.sim.engine.Timeline;
import java.util.List;
import java.util.Map;

/**
 * Counts upwards in a row of its own: each step finds the number before, so one that is lost, or
 * made twice, is noticed by the next. Asks one group after the other for its partition.
 */
final class CountingClient {

  /** Between two counts, so that there is something else to simulate. */
  private static final long PAUSE_MICROS = 4_000;

  private static final long PATIENCE_MICROS = 2_000_000;
  private static final Column COLUMN = new Column("f", Bytes.of("q"));

  private final long session;
  private final Map<Integer, MovingReplica> replicas;
  private final Timeline time;
  private final Bytes row;
  private long count;
  private long last = Long.MAX_VALUE;
  private int group;
  private Heard asked;
  private long since = -PAUSE_MICROS;

  CountingClient(long session, Map<Integer, MovingReplica> replicas, Timeline time) {
    this.session = session;
    this.replicas = replicas;
    this.time = time;
    row = Bytes.of("row" + session);
  }

  /** To what it has counted. */
  long count() {
    return count;
  }

  /** Who has its row, as far as it knows. */
  int group() {
    return group;
  }

  /** It counts once more, and then no further. */
  void countOn() {
    last = count + 1;
  }

  boolean isIdle() {
    return count >= last && asked == null;
  }

  void step(String run) {
    if (asked != null && asked.isDone()) {
      take(asked.join(), run);
      asked = null;
    } else if (asked != null && time.now() - since > PATIENCE_MICROS) {
      asked = null;
    }
    if (asked == null && count < last && time.now() - since >= PAUSE_MICROS) {
      ask();
    }
  }

  private void ask() {
    ReplicaDriver driver = replicas.get(group).driver();
    if (driver == null) {
      group = (group + 1) % replicas.size();
      return;
    }
    byte[] payload = payload(count);
    asked = new Heard();
    since = time.now();
    driver.update(
        new UpdateRequest("p", List.of(Token.of(row.array())), session, count + 1, payload, asked));
  }

  private byte[] payload(long from) {
    Condition before =
        from == 0
            ? new Condition.Absent(COLUMN)
            : new Condition.HasValue(COLUMN, Bytes.of("" + from));
    Change put = new Change.Put(COLUMN, Bytes.of("" + (from + 1)));
    Action action = new Action.CheckAndMutate(List.of(before), new RowMutation(row, List.of(put)));
    return CommandCodec.encode(
        new Command("p", 1_000 + time.now() / 1_000, 0, new Retention(1_000_000, 1_000), action));
  }

  /** The same as another group has run it. */
  ShardUpdate update(long number) {
    return new ShardUpdate(
        session,
        number,
        List.of(Token.of(row.array())),
        1_000,
        new Version(0, 1, number),
        Bytes.wrap(payload(number - 1)));
  }

  private void take(Object answer, String run) {
    if (answer instanceof Result result) {
      assertInstanceOf(
          Result.Done.class, result, () -> run + ", session " + session + " at " + count);
      count++;
    } else if (answer != Refusal.OVERLOADED) {
      group = (group + 1) % replicas.size();
    }
  }
}

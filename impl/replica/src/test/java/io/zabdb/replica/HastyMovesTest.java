package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.replica.move.Letter;
import io.zabdb.shard.MessageType;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Workers and other groups that are faster than the loop: whatever it asks is answered before it
 * has gone on.
 */
class HastyMovesTest extends MovingGroups {

  /** Files of partitions are read by a worker that is done before anybody can look. */
  private static Workers hasty(Workers workers) {
    return (purpose, most) ->
        purpose.equals("move")
            ? new Hasty(workers.open(purpose, most))
            : workers.open(purpose, most);
  }

  private record Hasty(Worker worker) implements Worker {

    @Override
    public boolean submit(Runnable task) {
      task.run();
      return true;
    }

    @Override
    public boolean isClosed() {
      return worker.isClosed();
    }

    @Override
    public void close() {
      worker.close();
    }
  }

  private static boolean isOf(Letter letter, MessageType type) {
    return letter.messages().stream().anyMatch(message -> message.type() == type);
  }

  /** Of the letters that were kept. */
  private Letter last(MessageType type) {
    return post.kept().stream()
        .filter(letter -> isOf(letter, type))
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** The partition is that of the other group, whose word of it has not come. */
  private Letter switchedUnheard() {
    post.keep();
    post.answerOnly(answer -> !isOf(answer, MessageType.DONE));
    answer(moves(0).start("p", birth(1)));
    runUntil("partition that is served", () -> events(1).contains("MOVE_ARRIVED"));
    replicas.get(0).crash();
    post.answerOnly(answer -> true);
    CompletableFuture<Letter> done = post.again(1, last(MessageType.ACTIVATE));
    runUntil("answer", done::isDone);
    return done.join();
  }

  /** {@code ci/moves}: the replica failed, since the table changed under who looked through it. */
  @Test
  void aMoveEndsAsSoonAsItIsResumed() throws IOException {
    Letter done = switchedUnheard();
    assertEquals(true, isOf(done, MessageType.DONE));
    post.answerAtOnce(letter -> done);
    replicas.get(0).start(HastyMovesTest::hasty);
    runUntil(
        "end of the move", () -> replicas.get(0).failure() != null || count(0, "moved MOVED") > 0);
    assertEquals(null, replicas.get(0).failure());
    checkAll();
    assertEquals(List.of(), answer(moves(0).list()));
  }
}

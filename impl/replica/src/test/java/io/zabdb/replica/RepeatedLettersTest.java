package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.move.Letter;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Letters that come ten times, in any order, while partitions move and long behind. */
class RepeatedLettersTest extends MovingGroups {

  private static final int TIMES = 10;

  /** Longer than a move takes. */
  private static final int LATE_MICROS = 2_000_000;

  /** A letter, and to whom. */
  private record SentLetter(int group, Letter letter) {}

  private final Set<MessageType> told = EnumSet.noneOf(MessageType.class);

  /**
   * To and fro and away, one attempt of which is given up, and one of which has too low a number.
   */
  private void moveAbout() {
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 20));
    answer(moves(0).start("p", birth(1)));
    runUntil("copy", () -> events(1).contains("MOVE_COMES"));
    answer(moves(0).abort("p"));
    runUntil("cancel", () -> count(1, "moved CANCELLED") == 1);
    moveTo(0, 1);
    moveTo(1, 2);
    answer(moves(0).start("q", birth(1)));
    runUntil("move", () -> count(0, "moved MOVED") == 2);
    moveTo(2, 0);
    moveTo(0, 1);
  }

  @Test
  void thoseOfMovesUnderWayAreTakenOnce() {
    post.repeat(TIMES, LATE_MICROS);
    moveAbout();
    checkAll();
    runUntil("end of moves", () -> answer(moves(0).list()).isEmpty());
  }

  @Test
  void thoseOfMovesThatAreOverChangeNothing() {
    post.keep();
    moveAbout();
    checkAll();
    runUntil("end of moves", () -> answer(moves(1).list()).isEmpty());
    List<SentLetter> all = sent(List.copyOf(post.kept()));
    assertEquals(EnumSet.allOf(MessageType.class), told, "which were replayed");
    List<Long> logs = logs();
    List<CompletableFuture<Letter>> answers = new ArrayList<>();
    while (!all.isEmpty()) {
      SentLetter next = all.remove(random.below(all.size()));
      answers.add(post.again(next.group(), next.letter()));
      step();
    }
    runUntil("answers", () -> answers.stream().allMatch(CompletableFuture::isDone));
    assertEquals(logs, logs(), "nothing is logged");
    assertTrue(isAtRest());
    checkAll();
    // And what has come a hundred times goes on.
    moveTo(1, 2);
    checkAll();
  }

  /** Each message by itself, so often. */
  private List<SentLetter> sent(List<Letter> letters) {
    Map<Birth, Integer> groups = new HashMap<>();
    for (int group : replicas.keySet()) {
      groups.put(birth(group), group);
    }
    List<SentLetter> all = new ArrayList<>();
    for (Letter letter : letters) {
      for (MoveMessage message : letter.messages()) {
        told.add(message.type());
        Letter one = new Letter(List.of(message), letter.families(), letter.position());
        all.addAll(Collections.nCopies(TIMES, new SentLetter(groups.get(message.dst()), one)));
      }
    }
    return all;
  }

  private List<Long> logs() {
    return List.of(log(0), log(1), log(2));
  }

  private long log(int group) {
    return answer(replicas.get(group).driver().status()).logLength();
  }
}

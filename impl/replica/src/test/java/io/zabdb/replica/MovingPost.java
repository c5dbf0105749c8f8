package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.Holders;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.NoPost;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries letters and files between groups of one replica each, in virtual time: some are lost, on
 * their way or on the way back, some come twice, some late. Each group has one member.
 */
final class MovingPost extends NoPost {

  private static final int NOBODY = -1;
  private static final int LATE_MICROS = 300_000;

  private final Timeline time;
  private final SeededRandom random;
  private final Map<Integer, MovingReplica> replicas;

  /** Of a hundred. */
  private int lost;

  private Predicate<Letter> taken = letter -> true;
  private Predicate<Letter> answered = answer -> true;

  /** Groups that are no more, and who is asked in their place. */
  private final Map<Integer, Integer> gone = new HashMap<>();

  /** How often each letter comes, and within which time. */
  private int times = 1;

  private int spreadMicros;

  /** All that were sent, and all answers, if they are kept. */
  private final List<Letter> kept = new ArrayList<>();

  private boolean keeps;

  /** What a letter is answered at once; null: letters are carried. */
  private @Nullable Function<Letter, Letter> ready;

  private boolean isPretending;
  private boolean isDenying;

  /** Members of any group that are said to be fetching what is offered, as bits. */
  private long fetching;

  private int files;

  MovingPost(Timeline time, SeededRandom random, Map<Integer, MovingReplica> replicas, int lost) {
    this.time = time;
    this.random = random;
    this.replicas = replicas;
    this.lost = lost;
  }

  /** From now on only these arrive. */
  void takeOnly(Predicate<Letter> which) {
    taken = which;
  }

  /** From now on only these answers arrive. */
  void answerOnly(Predicate<Letter> which) {
    answered = which;
  }

  /** A group has ended; another one is asked in its place. */
  void gone(int group, int heir) {
    gone.put(group, heir);
  }

  /** A group has ended, and nobody is asked in its place. */
  void gone(int group) {
    gone.put(group, NOBODY);
  }

  /** From now on each letter comes so often, in any order within a time. */
  void repeat(int howOften, int withinMicros) {
    times = howOften;
    spreadMicros = withinMicros;
  }

  /** From now on letters are kept. */
  void keep() {
    keeps = true;
  }

  List<Letter> kept() {
    return kept;
  }

  /** From now on each letter is answered before whoever sends it goes on. */
  void answerAtOnce(Function<Letter, Letter> answers) {
    ready = answers;
  }

  /** It comes once more, to a group that did not ask for it. */
  CompletableFuture<Letter> again(int group, Letter letter) {
    CompletableFuture<Letter> answer = new CompletableFuture<>();
    deliver(group, letter, answer::complete, answer::completeExceptionally);
    return answer;
  }

  /** From now on whoever is offered files is said to have them. */
  void pretend() {
    isPretending = true;
  }

  /** From now on nobody tells its own group that it has files. */
  void deny() {
    isDenying = true;
  }

  /** From now on these members, as bits, are said to be fetching what is offered. */
  void fetching(long members) {
    fetching = members;
  }

  /** From now on nothing is lost, or late. */
  void calm() {
    lost = 0;
  }

  private boolean isLost() {
    return random.below(100) < lost;
  }

  private long micros() {
    return isLost() ? random.below(LATE_MICROS) : 20 + random.below(200);
  }

  private void later(Runnable action) {
    time.after(micros(), action);
  }

  private static ZabException nobody() {
    return ZabException.of(ErrorCode.TIMEOUT, "nobody has answered");
  }

  @Override
  public CompletableFuture<Letter> send(int group, Letter letter, long millis) {
    if (gone.getOrDefault(group, group) == NOBODY) {
      return CompletableFuture.failedFuture(
          ZabException.of(ErrorCode.NOT_FOUND, "group " + group + " has ended"));
    }
    if (ready != null) {
      return CompletableFuture.completedFuture(ready.apply(letter));
    }
    CompletableFuture<Letter> answer = new CompletableFuture<>();
    time.after(Math.min(3_000_000, 1_000 * millis), () -> answer.completeExceptionally(nobody()));
    if (keeps) {
      kept.add(letter);
      answer.thenAccept(kept::add);
    }
    int copies = isLost() ? random.below(3) : 1;
    for (int i = 0; i < copies; i++) {
      later(() -> deliver(group, letter, answer::complete, answer::completeExceptionally));
    }
    for (int i = 1; i < times; i++) {
      time.after(
          random.below(spreadMicros),
          () -> deliver(group, letter, answer::complete, answer::completeExceptionally));
    }
    return answer;
  }

  private void deliver(
      int group, Letter letter, Consumer<Letter> told, Consumer<Throwable> failed) {
    ReplicaDriver driver = replicas.get(gone.getOrDefault(group, group)).driver();
    if (driver == null || !taken.test(letter)) {
      return;
    }
    driver
        .moves()
        .take(letter)
        .whenComplete(
            (answer, failure) -> {
              if (!isLost() && (failure != null || answered.test(answer))) {
                later(
                    () -> {
                      if (failure == null) {
                        told.accept(answer);
                      } else {
                        failed.accept(failure);
                      }
                    });
              }
            });
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer) {
    CompletableFuture<Holders> answer = new CompletableFuture<>();
    later(
        () ->
            fetch(
                group,
                offer,
                (who, failure) ->
                    later(
                        () -> {
                          if (failure == null && !isLost()) {
                            answer.complete(new Holders(who, fetching, ""));
                          } else {
                            answer.completeExceptionally(nobody());
                          }
                        })));
    return answer;
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer, int holder) {
    return offer(group, offer);
  }

  private void fetch(int group, BaseOffer offer, BiConsumer<Long, Throwable> told) {
    ReplicaDriver to = replicas.get(group).driver();
    ReplicaDriver from = replicas.get(offer.from()).driver();
    Optional<Path> source = from == null ? Optional.empty() : from.moves().offered(offer.digest());
    if (to == null || source.isEmpty()) {
      told.accept(null, nobody());
      return;
    }
    MoveTaker taker = to.moves();
    if (isPretending || taker.has(offer.digest())) {
      boolean isWhole = taker.isWhole(offer.least()) && !(isDenying && offer.from() == group);
      told.accept(isPretending || isWhole ? 1L : 0L, null);
      return;
    }
    Path copy = taker.fetching().orElseThrow().resolve("files-" + ++files);
    copy(source.get(), copy, offer);
    taker
        .receive(offer, copy)
        .whenComplete((done, failure) -> told.accept(failure == null ? 1L : null, failure));
  }

  private static void copy(Path from, Path to, BaseOffer offer) {
    try {
      Files.createDirectories(to);
      try (Stream<Path> all = Files.list(from)) {
        for (Path each : all.toList()) {
          if (Files.size(each) != offer.files().get(each.getFileName().toString())) {
            throw new AssertionError(each + " is not as long as it was offered");
          }
          Files.copy(each, to.resolve(each.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

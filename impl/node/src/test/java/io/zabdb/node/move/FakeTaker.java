package io.zabdb.node.move;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.OfferedFiles;
import io.zabdb.replica.move.StoreOffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/** A replica that does with letters and files what a test says. */
public final class FakeTaker implements MoveTaker {

  /** What becomes of letters. */
  public enum Mood {
    LEADS,
    FOLLOWS,
    IS_SILENT,
    FAILS
  }

  public final List<Letter> taken = new CopyOnWriteArrayList<>();
  public volatile Mood mood = Mood.FOLLOWS;

  /** What it offers. */
  public final Map<Bytes, Path> offers = new ConcurrentHashMap<>();

  /** What it has received. */
  public final Set<Bytes> kept = ConcurrentHashMap.newKeySet();

  public volatile Predicate<Bytes> keeps = kept::contains;
  public volatile Path fetching;

  /** How many entries it has applied, and lacks nothing. */
  public volatile long applied = Long.MAX_VALUE;

  /** What it has made when it led; null: nothing. */
  public volatile MadeBase base;

  /** All that it has; null: it cannot say. */
  public volatile StoreOffer store;

  /** How often it was asked for that. */
  public final AtomicInteger storesAskedFor = new AtomicInteger();

  /** Takes a directory over, or throws. */
  public volatile Function<Path, Bytes> receiver =
      directory -> {
        throw ZabException.of(ErrorCode.CORRUPT, "nothing is taken");
      };

  @Override
  public CompletableFuture<Letter> take(Letter letter) {
    taken.add(letter);
    return switch (mood) {
      case LEADS ->
          CompletableFuture.completedFuture(
              new Letter(letter.messages(), letter.families(), letter.position() + 1));
      case FOLLOWS -> failed(ErrorCode.NOT_LEADER, "another one leads");
      case FAILS -> failed(ErrorCode.INVALID_ARGUMENT, "such a letter makes no sense");
      case IS_SILENT -> new CompletableFuture<>();
    };
  }

  private static CompletableFuture<Letter> failed(ErrorCode code, String problem) {
    return CompletableFuture.failedFuture(ZabException.of(code, problem));
  }

  @Override
  public Optional<MadeBase> made(String partition, long attempt) {
    return Optional.ofNullable(base)
        .filter(each -> each.offer().partition().equals(partition))
        .filter(each -> each.offer().attempt() == attempt);
  }

  @Override
  public boolean has(Bytes digest) {
    return keeps.test(digest);
  }

  @Override
  public boolean isWhole(long least) {
    return applied >= least;
  }

  @Override
  public CompletableFuture<StoreOffer> offerStore(long least) {
    storesAskedFor.incrementAndGet();
    return store == null || store.length() < least
        ? CompletableFuture.failedFuture(
            ZabException.of(ErrorCode.UNAVAILABLE, "not so many entries are applied"))
        : CompletableFuture.completedFuture(store);
  }

  @Override
  public Optional<Path> fetching() {
    return Optional.ofNullable(fetching);
  }

  @Override
  public CompletableFuture<Void> receive(OfferedFiles offered, Path directory) {
    try {
      kept.add(receiver.apply(directory));
      return CompletableFuture.completedFuture(null);
    } catch (ZabException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public Optional<Path> offered(Bytes digest) {
    return Optional.ofNullable(offers.get(digest));
  }
}

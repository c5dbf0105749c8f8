package io.zabdb.replica;

import io.zabdb.core.state.StateView;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.move.FoundStore;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a replica whole that lacks files of partitions: it takes all that another member has, in
 * place of its store. Its log stays, and goes on: what that has behind the files is applied to
 * them, and not before. Not of a leader, which first hands over.
 *
 * <pre>
 * step       until
 * ASKING     a member has made files of as many entries as are applied here, or more
 * FETCHING   they are here and verified
 * FOLLOWING  the log here has come as far, and that is committed; no checkpoint is being installed
 * SWITCHING  the store is theirs
 * PAUSING    after a failure, a while
 * </pre>
 *
 * <p>From ASKING on nothing is applied that the files have not; in a pause after nobody had files,
 * either, see {@link WantedStore}.
 *
 * <p>By the loop, but for {@link #has} and {@link #receive}. Source: {@code
 * PartitionFiles!Install}, {@code AppliedIndex!SwitchUnderLog}.
 */
final class StoreRepair {

  private static final Logger LOG = LoggerFactory.getLogger(StoreRepair.class);

  /** Until it is tried again. */
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Within it the log must have come as far as the files. */
  static final long FOLLOW_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private enum Step {
    NONE,
    ASKING,
    FETCHING,
    FOLLOWING,
    SWITCHING,
    PAUSING
  }

  private final ReplicaParts parts;
  private final ApplySchedule schedule;
  private final GroupPost post;
  private final Supplier<StateView> state;
  private final BooleanSupplier leads;
  private final WantedStore wanted = new WantedStore();
  private Step step = Step.NONE;
  private FoundStore found;

  /** Which time it is that this is tried. */
  private long attempt;

  private long since;
  private long until;

  /** What was fetched, also for other threads; null: nothing was. */
  private volatile Bytes fetched;

  private Path directory;

  StoreRepair(
      ReplicaParts parts,
      ApplySchedule schedule,
      GroupPost post,
      Supplier<StateView> state,
      BooleanSupplier leads) {
    this.parts = parts;
    this.schedule = schedule;
    this.post = post;
    this.state = state;
    this.leads = leads;
  }

  /** Files may be lacking now, or it may lead, or lead no more. */
  void look() {
    if (step == Step.NONE && isDue()) {
      ask();
    } else if (leads.getAsBoolean() && isWaiting()) {
      // Whoever leads applies what it can.
      giveUp("this replica leads");
    } else if (wanted.isAsked() && isIdle()) {
      // It kept what it could apply while it paused.
      end(false);
    }
  }

  /** Whether it neither does anything nor is about to. */
  private boolean isIdle() {
    return step == Step.NONE || (step == Step.PAUSING && leads.getAsBoolean());
  }

  private boolean isWaiting() {
    return step == Step.ASKING || step == Step.FETCHING || step == Step.FOLLOWING;
  }

  private boolean isDue() {
    return !parts.turns().isOver()
        && parts.bases().isThere()
        && !leads.getAsBoolean()
        && parts.partitions().isLacking();
  }

  private void ask() {
    step = Step.ASKING;
    since = parts.clock().nanos();
    long number = ++attempt;
    long length = wanted.ask(schedule.handedOver(), since);
    schedule.holdAt(length);
    post.askForStore(parts.group(), length)
        .whenComplete(
            (answer, failure) ->
                parts
                    .loop()
                    .run(
                        () -> {
                          if (step == Step.ASKING && number == attempt) {
                            answered(answer, failure);
                          }
                        }));
  }

  private void answered(FoundStore answer, Throwable failure) {
    if (failure != null) {
      boolean keeps = wanted.isWaitedFor(parts.clock().nanos());
      giveUp("no other member has files for it: " + Relays.reason(failure), keeps);
    } else if (answer.offer().length() < schedule.handedOver()) {
      giveUp("the files that are offered are older than this store");
    } else {
      found = answer;
      step = Step.FETCHING;
      schedule.holdAt(answer.offer().length());
      // What they have is applied meanwhile.
      parts.turns().finish();
      fetch();
    }
  }

  private void fetch() {
    if (step != Step.FETCHING) {
      return;
    }
    if (!isDue()) {
      giveUp("this replica lacks nothing any more, or ends");
      return;
    }
    switch (post.fetch(found)) {
      case THERE -> follow();
      case UNDER_WAY -> parts.loop().schedule(LOOK_NANOS, this::fetch);
      case BUSY -> giveUp("other files are being fetched");
      case FAILED -> giveUp("its files do not come from node " + found.node());
    }
  }

  private void follow() {
    step = Step.FOLLOWING;
    until = parts.clock().nanos() + FOLLOW_NANOS;
    switchOnceThere();
  }

  private void switchOnceThere() {
    if (step != Step.FOLLOWING) {
      return;
    }
    long length = found.offer().length();
    if (!isDue()) {
      giveUp("this replica lacks nothing any more, or ends");
    } else if (length < schedule.handedOver()) {
      // AppliedIndex!MayGoUnder; what was handed over would be lost.
      giveUp("a checkpoint was installed that is newer than the files");
    } else if (!parts.turns().isSuspended()
        && Math.min(schedule.deliverable(), state.get().synced()) >= length) {
      step = Step.SWITCHING;
      schedule.holdAt(0);
      parts.applier().replace(() -> replace(found.offer(), directory));
    } else if (parts.clock().nanos() >= until) {
      giveUp("the log has not come as far as the files, " + length + " entries");
    } else {
      parts.loop().schedule(LOOK_NANOS, this::switchOnceThere);
    }
  }

  /**
   * By the worker that applies. A crash in between leaves either store, and the log, which goes on
   * behind both.
   */
  private void replace(StoreOffer offer, Path files) {
    StorageEngine engine = parts.opened().store().engine();
    try {
      engine.importCheckpoint(files);
    } catch (StorageException e) {
      if (e.code() != ErrorCode.DISK_FULL) {
        throw e;
      }
      // Nothing has changed: there may be room another time.
      parts.loop().run(() -> giveUp(e.getMessage()));
      return;
    }
    if (engine.applied().length() != offer.length()) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "files of "
              + offer.length()
              + " entries were offered, and "
              + engine.applied().length()
              + " have come");
    }
    engine.finishImport();
    parts.loop().run(this::replaced);
  }

  private void replaced() {
    if (parts.turns().isOver()) {
      return;
    }
    StoreOffer offer = found.offer();
    schedule.goOnBehind(offer.length());
    parts.partitions().look();
    // The log may name files that the next to learn from it would lack.
    parts.checkpointer().arrived();
    parts.metrics().moved(MoveNews.REPAIRED);
    parts
        .events()
        .add(
            Kind.STORE_REPAIRED,
            -1,
            parts.clock().nanos() - since,
            0,
            offer.bytes()
                + " bytes from node "
                + found.node()
                + ", "
                + offer.length()
                + " entries");
    end(false);
    step = Step.NONE;
    look();
  }

  private void giveUp(String why) {
    giveUp(why, false);
  }

  /**
   * Tries again later.
   *
   * @param keeps whether nothing is applied until then
   */
  private void giveUp(String why, boolean keeps) {
    LOG.info("Group {}: the store is not made whole yet: {}", parts.group(), why);
    end(keeps);
    step = Step.PAUSING;
    parts
        .loop()
        .schedule(
            PAUSE_NANOS,
            () -> {
              step = Step.NONE;
              look();
            });
  }

  /**
   * Nothing is left of what was fetched.
   *
   * @param keeps whether nothing is applied until it is tried again
   */
  private void end(boolean keeps) {
    if (!keeps) {
      wanted.forget();
      schedule.holdAt(Long.MAX_VALUE);
    }
    if (directory != null) {
      parts.bases().delete(directory);
    }
    directory = null;
    fetched = null;
    found = null;
    if (!keeps) {
      // What has waited is applied.
      parts.turns().finish();
    }
  }

  // -- by other threads

  /** Whether the files of this name have come, and are of use. */
  boolean has(Bytes digest) {
    return digest.equals(fetched);
  }

  /** See {@link io.zabdb.replica.move.MoveTaker#receive}. */
  CompletableFuture<Void> receive(StoreOffer offer, Path files) {
    CompletableFuture<Void> taken = new CompletableFuture<>();
    parts
        .bases()
        .ask(
            engine -> {
              engine.verifyCheckpoint(files);
              return null;
            })
        .whenComplete(
            (verified, failure) -> parts.loop().run(() -> received(offer, files, failure, taken)));
    return taken;
  }

  private void received(
      StoreOffer offer, Path files, Throwable failure, CompletableFuture<Void> taken) {
    if (failure != null) {
      taken.completeExceptionally(failure);
    } else if (step != Step.FETCHING || !offer.equals(found.offer())) {
      // Whoever has fetched them deletes them.
      taken.completeExceptionally(
          new StorageException(ErrorCode.UNAVAILABLE, "nobody waits for them any more"));
    } else {
      directory = files;
      fetched = offer.digest();
      taken.complete(null);
    }
  }
}

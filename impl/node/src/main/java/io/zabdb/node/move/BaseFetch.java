package io.zabdb.node.move;

import io.zabdb.environment.Loop;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.OfferedFiles;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.FilePart;
import io.zabdb.rpc.wire.ReadFile;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the files of one offer, a few parts at a time: a part that does not come, or not as it
 * was, is asked for again. Its steps are the loop's; what waits for the disk is the worker's.
 */
final class BaseFetch {

  /** So many parts are under way. */
  static final int PARTS = 4;

  /** So often the files are fetched that turn out not to be what was offered. */
  static final int ROUNDS = 3;

  /** After so long without a part the source counts as gone. */
  static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Until a part is asked for again. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Within it a replica has taken the files over. */
  private static final long RECEIVE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final Logger LOG = LoggerFactory.getLogger(BaseFetch.class);

  /** What may wait for the disk. */
  private interface DiskTask {
    void run() throws IOException;
  }

  /** Hears how it ended. */
  interface Ended {

    /**
     * Nothing of it is left but what the replica has taken.
     *
     * @param reason why it failed; empty: the replica has the files
     * @param isFinal whether it makes no sense to try again
     */
    void ended(String reason, boolean isFinal);
  }

  private final OfferedFiles offer;
  private final int group;
  private final MoveTaker taker;
  private final FetchTools tools;
  private final Loop loop;
  private final PartWriter writer;
  private final Ended ended;

  /** To be asked for again. */
  private final Deque<FilePiece> again = new ArrayDeque<>();

  private FilePieces parts;
  private volatile int source;
  private final AtomicLong written = new AtomicLong();
  private int rounds;
  private int underWay;
  private long heard;

  /** Nothing is asked for before. */
  private long quietUntil;

  private boolean pausing;

  /** The directory is the replica's. */
  private boolean isHanded;

  private boolean isOver;

  /**
   * @param group whose replica on this node gets them
   * @param source the node that has them
   * @param directory where that replica wants them
   */
  BaseFetch(
      OfferedFiles offer,
      int group,
      int source,
      MoveTaker taker,
      Path directory,
      FetchTools tools,
      Ended ended) {
    this.offer = offer;
    this.group = group;
    this.source = source;
    this.taker = taker;
    this.tools = tools;
    this.ended = ended;
    loop = tools.loop();
    writer = new PartWriter(directory, offer.files());
  }

  /**
   * Another node, or the same again, has offered them. What a member of another group has goes by
   * the name of that one: it is not asked in the middle.
   */
  void offeredBy(int node, OfferedFiles again) {
    if (again.from() == offer.from()) {
      source = node;
    }
  }

  /** How many bytes have come; by any thread. */
  long written() {
    return written.get();
  }

  /** By any thread. */
  void begin() {
    LOG.info(
        "{} comes to group {}: {} files of {} bytes from node {}",
        offer.what(),
        group,
        offer.files().size(),
        offer.bytes(),
        source);
    loop.execute(this::round);
  }

  /** Gives up. By any thread. */
  void stop(String reason) {
    loop.execute(() -> giveUp(reason, false));
  }

  private void round() {
    rounds++;
    written.set(0);
    heard = tools.nanos();
    quietUntil = heard;
    parts = new FilePieces(offer.files());
    onDisk(writer::begin, this::goOn);
  }

  /** Asks for as many parts as may be under way; ends a round when all have come. */
  private void goOn() {
    while (!isOver && !pausing && underWay < PARTS) {
      if (again.isEmpty() && !parts.hasNext()) {
        if (underWay == 0) {
          finish();
        }
        return;
      }
      FilePiece part = again.isEmpty() ? parts.next() : again.poll();
      long quiet = quietUntil - tools.nanos();
      long wait = quiet > 0 ? quiet : tools.traffic().take(part.length());
      if (wait > 0) {
        again.addFirst(part);
        pause(wait);
      } else {
        ask(part);
      }
    }
  }

  private void pause(long nanos) {
    pausing = true;
    loop.schedule(
        nanos,
        () -> {
          pausing = false;
          goOn();
        });
  }

  private void ask(FilePiece part) {
    if (tools.room().isShort()) {
      giveUp("the disk is short of room", false);
      return;
    }
    underWay++;
    int node = source;
    ReadFile request =
        ReadFile.newBuilder()
            .setGroup(offer.from())
            .setDigest(WireData.bytes(offer.digest()))
            .setName(part.name())
            .setOffset(part.offset())
            .setLength(part.length())
            .build();
    tools
        .source()
        .read(node, request)
        .whenComplete(
            (response, failure) -> loop.run(() -> answered(node, part, response, failure)));
  }

  private void answered(int node, FilePiece part, Response response, Throwable failure) {
    if (isOver) {
      return;
    }
    if (failure != null) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      askAgain(part, "node " + node + ": " + cause.getMessage());
    } else if (response.hasFilePart()) {
      take(node, part, response.getFilePart());
    } else {
      refused(node, part, response.getError());
    }
  }

  private void refused(int node, FilePiece part, io.zabdb.rpc.wire.Error error) {
    String why = "node " + node + ": " + error.getMessage();
    switch (WireErrors.code(error)) {
      case NOT_FOUND, FORBIDDEN, INVALID_ARGUMENT -> giveUp(why, false);
      default -> askAgain(part, why);
    }
  }

  private void take(int node, FilePiece part, FilePart came) {
    boolean isWhole =
        came.getBytes().size() == part.length()
            && FileParts.sum(came.getBytes().asReadOnlyByteBuffer()) == came.getCrc32C();
    if (!isWhole) {
      askAgain(
          part,
          "node "
              + node
              + ": damage in "
              + part.name()
              + " at byte "
              + part.offset()
              + ", or near it");
      return;
    }
    heard = tools.nanos();
    onDisk(
        () -> writer.write(part.name(), part.offset(), came.getBytes().asReadOnlyByteBuffer()),
        () -> {
          underWay--;
          written.addAndGet(part.length());
          goOn();
        });
  }

  private void askAgain(FilePiece part, String why) {
    underWay--;
    if (tools.nanos() - heard >= SILENCE_NANOS) {
      giveUp(
          "nothing came for "
              + TimeUnit.NANOSECONDS.toSeconds(SILENCE_NANOS)
              + " s, the last reason: "
              + why,
          false);
      return;
    }
    LOG.debug("{}: {} at {} again: {}", offer.what(), part.name(), part.offset(), why);
    again.add(part);
    quietUntil = tools.nanos() + PAUSE_NANOS;
    goOn();
  }

  private void finish() {
    onDisk(
        () -> {
          if (!Manifest.digest(writer.directory()).equals(offer.digest())) {
            throw ZabException.of(ErrorCode.CORRUPT, "the files have another digest");
          }
        },
        this::hand);
  }

  /** All files are there: the replica takes them over. */
  private void hand() {
    if (isOver) {
      return;
    }
    isHanded = true;
    Loop.Timer late =
        loop.schedule(RECEIVE_NANOS, () -> giveUp("the replica does not take the files", false));
    taker
        .receive(offer, writer.directory())
        .whenComplete(
            (nothing, failure) ->
                loop.run(
                    () -> {
                      late.cancel();
                      received(failure);
                    }));
  }

  private void received(Throwable failure) {
    if (isOver) {
      return;
    }
    isHanded = false;
    if (failure != null) {
      failed(failure instanceof CompletionException ? failure.getCause() : failure);
      return;
    }
    LOG.info("{} has come to group {}", offer.what(), group);
    isOver = true;
    ended.ended("", false);
  }

  /** The disk, or what is on it. */
  private void failed(Throwable cause) {
    boolean isDamaged = cause instanceof ZabException e && e.code() == ErrorCode.CORRUPT;
    if (isOver) {
      return;
    }
    if (!isDamaged) {
      giveUp(cause.getMessage(), false);
    } else if (rounds < ROUNDS) {
      LOG.warn("files of {} are fetched again", offer.what(), cause);
      round();
    } else {
      giveUp("fetched " + ROUNDS + " times, each time: " + cause.getMessage(), true);
    }
  }

  private void giveUp(String reason, boolean isFinal) {
    if (isOver) {
      return;
    }
    isOver = true;
    LOG.warn("{} does not come to group {}: {}", offer.what(), group, reason);
    boolean deletes =
        !isHanded
            && tools
                .disk()
                .submit(
                    () -> {
                      try {
                        writer.delete();
                      } catch (IOException e) {
                        LOG.warn("{} stays until the next start", writer.directory(), e);
                      }
                      loop.execute(() -> ended.ended(reason, isFinal));
                    });
    if (!deletes) {
      ended.ended(reason, isFinal);
    }
  }

  /** Runs what waits for the disk, and then, by the loop, what comes behind it. */
  private void onDisk(DiskTask task, Runnable next) {
    boolean taken =
        tools
            .disk()
            .submit(
                () -> {
                  try {
                    task.run();
                  } catch (IOException | RuntimeException e) {
                    loop.execute(() -> failed(e));
                    return;
                  }
                  loop.execute(next);
                });
    if (!taken) {
      giveUp("the node is stopping", false);
    }
  }
}

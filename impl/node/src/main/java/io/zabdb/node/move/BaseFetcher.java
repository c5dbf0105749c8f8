package io.zabdb.node.move;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.model.data.Bytes;
import io.zabdb.node.api.DiskRoom;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.move.OfferedFiles;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Fetches files of partitions that other nodes offer, one offer at a time: those who offer do so
 * again and again, so nothing is queued. Thread-safe.
 */
public final class BaseFetcher {

  /** So many failures are remembered. */
  private static final int MOST_FAILURES = 64;

  /** What parts that are under way take, in bytes. */
  private static final long MEMORY = (long) BaseFetch.PARTS * FileParts.MOST;

  /** How far an offer is. */
  public enum State {
    /** The replica has the files, verified and on disk. */
    HAS,
    FETCHING,
    /**
     * Others are being fetched, there is no memory, or the replica lacks something else; the offer
     * may be repeated.
     */
    LATER,
    /** The offer may be repeated, and then it is tried again. */
    FAILED
  }

  /**
   * What to tell whoever offers.
   *
   * @param bytes that have come
   * @param reason why it failed; else empty
   */
  public record OfferProgress(State state, long bytes, String reason) {

    /** Nothing has come, for a reason. */
    public static OfferProgress failed(String reason) {
      return new OfferProgress(State.FAILED, 0, reason);
    }

    /**
     * Why the replica has not got the files, for people; empty: it has.
     *
     * @param all how many bytes they have
     */
    public String lacking(long all) {
      return switch (state) {
        case HAS -> "";
        case FETCHING -> bytes + " of " + all + " bytes have come";
        case LATER -> "it fetches other files, lacks others, or has no memory for these";
        case FAILED -> reason;
      };
    }
  }

  private record Wanted(int group, Bytes digest) {}

  private record Failure(String reason, boolean isFinal) {}

  private final FetchTools tools;
  private final long reserve;
  private final MemoryAccount memory;

  /** Guarded by this, like what follows. */
  private final Map<Wanted, Failure> failures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Wanted, Failure> eldest) {
          return size() > MOST_FAILURES;
        }
      };

  /** Null: nothing is fetched. */
  private Wanted wanted;

  private BaseFetch fetch;
  private boolean stopped;

  /**
   * @param loop whose steps are those of fetching
   * @param disk does what waits for the disk; closed by the caller, behind {@link #stop}
   * @param reserve what the disk must have beside the files, in bytes
   * @param traffic says how fast files come, all together; of the same loop
   * @param memory on which parts draw that are under way
   */
  public BaseFetcher(
      Loop loop,
      Clock clock,
      Worker disk,
      DiskRoom room,
      long reserve,
      PartSource source,
      MoveTraffic traffic,
      MemoryAccount memory) {
    this.reserve = reserve;
    this.memory = memory;
    tools = new FetchTools(loop, clock, disk, room, source, traffic);
  }

  /**
   * A node has offered files to a replica of this node.
   *
   * @param source the node
   */
  public OfferProgress offered(int group, MoveTaker taker, BaseOffer offer, int source) {
    OfferProgress progress = fetch(group, taker, offer, source);
    boolean isEnough = progress.state() != State.HAS || taker.isWhole(offer.least());
    return isEnough ? progress : new OfferProgress(State.LATER, progress.bytes(), "");
  }

  /**
   * The same, of any files.
   *
   * @param source the node that has them
   */
  public synchronized OfferProgress fetch(
      int group, MoveTaker taker, OfferedFiles offer, int source) {
    Wanted offered = new Wanted(group, offer.digest());
    if (taker.has(offer.digest())) {
      failures.remove(offered);
      return new OfferProgress(State.HAS, offer.bytes(), "");
    }
    if (fetch != null && offered.equals(wanted)) {
      fetch.offeredBy(source, offer);
      return new OfferProgress(State.FETCHING, fetch.written(), "");
    }
    Failure before = failures.get(offered);
    if (before != null) {
      if (!before.isFinal) {
        // Told once: the next offer begins anew.
        failures.remove(offered);
      }
      return OfferProgress.failed(before.reason);
    }
    return fetch == null && !stopped
        ? begin(offered, taker, offer, source)
        : new OfferProgress(State.LATER, 0, "");
  }

  /**
   * Whether something is fetched for another group, or nothing is any more: what is offered anew
   * has to wait. What is fetched for the group itself may be just that, asked for before.
   */
  public synchronized boolean isBusyWithout(int group) {
    return stopped || (fetch != null && wanted.group() != group);
  }

  private OfferProgress begin(Wanted offered, MoveTaker taker, OfferedFiles offer, int source) {
    Optional<Path> fetching = taker.fetching();
    if (fetching.isEmpty()) {
      return OfferProgress.failed("this replica takes no partitions");
    }
    long free = tools.room().freeBytes() - reserve;
    if (tools.room().isShort() || free < offer.bytes()) {
      return OfferProgress.failed(
          "the files have "
              + offer.bytes()
              + " bytes, and the disk has room for "
              + Math.max(0, free)
              + " beside its reserve of "
              + reserve);
    }
    if (!memory.tryTake(MEMORY)) {
      return new OfferProgress(State.LATER, 0, "");
    }
    Path directory = fetching.get().resolve(HexFormat.of().formatHex(offer.digest().array()));
    wanted = offered;
    fetch = new BaseFetch(offer, offered.group, source, taker, directory, tools, this::ended);
    fetch.begin();
    return new OfferProgress(State.FETCHING, 0, "");
  }

  private synchronized void ended(String reason, boolean isFinal) {
    if (!reason.isEmpty()) {
      failures.put(wanted, new Failure(reason, isFinal));
    }
    fetch = null;
    wanted = null;
    memory.give(MEMORY);
  }

  /** Gives up what is under way, and fetches nothing more. */
  public synchronized void stop() {
    stopped = true;
    if (fetch != null) {
      fetch.stop("the node is stopping");
    }
  }
}

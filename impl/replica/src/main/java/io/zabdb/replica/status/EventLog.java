package io.zabdb.replica.status;

import io.zabdb.replica.status.GroupEvent.Kind;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The last events of a replica. Thread-safe; adding takes well under a microsecond. */
public final class EventLog {

  /** So many are kept. */
  public static final int CAPACITY = 1_000;

  /** So many of them may tell of pauses, which come every minute where a disk is busy. */
  static final int MAX_PAUSES = 250;

  /** Texts are cut to so many characters. */
  static final int MAX_TEXT = 200;

  /** A start of the replica uses fewer numbers than this, as a power of two. */
  private static final int BITS_OF_A_START = 32;

  private final int group;
  private final LongSupplier clock;
  private final ArrayDeque<GroupEvent> events = new ArrayDeque<>();
  private int pauses;
  private long last;
  private GroupEvent lastTransfer;

  /**
   * @param incarnation grows with each start of the replica, so that numbers are never used again;
   *     below 2^31
   * @param clock in milliseconds since 1970
   */
  public EventLog(int group, long incarnation, LongSupplier clock) {
    this.group = group;
    this.clock = clock;
    last = incarnation << BITS_OF_A_START;
  }

  /**
   * Something has happened now. {@link GroupEvent} says what the parameters mean.
   *
   * @param text at most 200 characters of it are kept
   * @return what is kept
   */
  public synchronized GroupEvent add(Kind kind, int peer, long nanos, long bytes, String text) {
    String kept = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 3) + "...";
    last++;
    GroupEvent event =
        new GroupEvent(last, clock.getAsLong(), group, kind, peer, nanos, bytes, kept);
    makeRoom(kind);
    events.addLast(event);
    pauses += isPause(kind) ? 1 : 0;
    if (kind == Kind.TRANSFERRED || kind == Kind.TRANSFER_MISSED || kind == Kind.TOOK_OVER) {
      lastTransfer = event;
    }
    return event;
  }

  /** Pauses go first, so that they displace nothing but others. */
  private void makeRoom(Kind kind) {
    if (isPause(kind) && pauses == MAX_PAUSES) {
      events.remove(events.stream().filter(each -> isPause(each.kind())).findFirst().orElseThrow());
      pauses--;
    } else if (events.size() == CAPACITY) {
      pauses -= isPause(events.removeFirst().kind()) ? 1 : 0;
    }
  }

  private static boolean isPause(Kind kind) {
    return kind == Kind.PAUSED;
  }

  /**
   * What has happened, oldest first.
   *
   * @param number events with higher numbers only; 0: all
   * @param limit the newest so many of those; 0: all
   * @throws IllegalArgumentException if the limit is not from 0 to {@link #CAPACITY}
   */
  public synchronized List<GroupEvent> after(long number, int limit) {
    if (limit < 0 || limit > CAPACITY) {
      throw new IllegalArgumentException("limit is " + limit + ", allowed is 0 to " + CAPACITY);
    }
    List<GroupEvent> later = events.stream().filter(event -> event.number() > number).toList();
    boolean isTooLong = limit > 0 && later.size() > limit;
    return isTooLong ? later.subList(later.size() - limit, later.size()) : later;
  }

  /** When this replica last handed leadership over or was handed it, however long ago. */
  public synchronized Optional<GroupEvent> lastTransfer() {
    return Optional.ofNullable(lastTransfer);
  }
}

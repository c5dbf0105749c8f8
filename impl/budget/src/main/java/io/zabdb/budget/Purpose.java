package io.zabdb.budget;

import java.util.Locale;

/**
 * What memory is used for. Of its area a purpose may use up to its limit; its floor is kept for it,
 * whatever the others use: so answers that nobody reads cannot keep peers from being served.
 */
public enum Purpose {
  /** Status, checks, transfers: an operator gets through to a node that is full. */
  ADMINISTRATION(Area.HEAP, 1, 10),
  /** The connections of clients themselves. */
  CONNECTIONS(Area.HEAP, 3, 20),
  /** Requests of clients, from their arrival to their answer. */
  REQUESTS(Area.HEAP, 6, 25),
  /** Those that are large: they wait for each other, not small ones for them. */
  LARGE_REQUESTS(Area.HEAP, 10, 35),
  /** Answers, from before the value is read until the socket has them. */
  ANSWERS(Area.HEAP, 6, 25),
  /** Those that are large. */
  LARGE_ANSWERS(Area.HEAP, 10, 35),
  /** Messages to peers that are not yet written to sockets. */
  PEER_QUEUES(Area.HEAP, 10, 30),
  /** Messages from peers, until the core has them. */
  PEER_INTAKE(Area.HEAP, 5, 30),
  /** The newest entries of the logs, for members that lack them. */
  HISTORY(Area.HEAP, 8, 30),
  /** Committed entries that the stores have not applied. */
  APPLY_QUEUE(Area.HEAP, 8, 30),
  /** Sessions that are cached. */
  SESSIONS(Area.HEAP, 5, 15),
  /** Parts of checkpoints that come or go. */
  CHECKPOINTS(Area.HEAP, 3, 15),
  /**
   * Letters between groups, of which one may hold an update as large as a request may be, and parts
   * of partitions' files that come.
   */
  MOVES(Area.HEAP, 2, 35),

  /** What is written to clients and not yet taken by the sockets. */
  CLIENT_OUTBOUND(Area.DIRECT, 30, 50),
  /** What is written to peers and not yet taken by the sockets. */
  PEER_OUTBOUND(Area.DIRECT, 30, 50),
  /** Buffers through which the logs are written and read. */
  LOG_BUFFERS(Area.DIRECT, 5, 20),

  /** Set aside for blocks and memtables of the stores, which keep to it. */
  STORES(Area.NATIVE, 0, 100);

  private static final int WHOLE = 100;

  private final Area area;
  private final int floorPercent;
  private final int limitPercent;

  Purpose(Area area, int floorPercent, int limitPercent) {
    this.area = area;
    this.floorPercent = floorPercent;
    this.limitPercent = limitPercent;
  }

  public Area area() {
    return area;
  }

  /** As metrics and status write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is kept for it of an area of so many bytes, unless the budget says otherwise. */
  long floorOf(long areaBytes) {
    return areaBytes / WHOLE * floorPercent;
  }

  /** The most that it may use of an area of so many bytes, unless the budget says otherwise. */
  long limitOf(long areaBytes) {
    return limitPercent == WHOLE ? areaBytes : areaBytes / WHOLE * limitPercent;
  }
}

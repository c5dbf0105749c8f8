package io.zabdb.budget;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much memory is used for a purpose, in bytes. Thread-safe; nothing here blocks. */
public final class MemoryAccount {

  private final Pool pool;
  private final Purpose purpose;
  private final long floor;
  private final long limit;

  /** Guarded by the pool, like what follows: who came first is served first. */
  private final Set<RoomWait> waiting = new LinkedHashSet<>();

  private long used;
  private long highest;
  private long refused;

  MemoryAccount(Pool pool, Purpose purpose, long floor, long limit) {
    this.pool = pool;
    this.purpose = purpose;
    this.floor = Math.min(floor, limit);
    this.limit = limit;
  }

  public Purpose purpose() {
    return purpose;
  }

  /**
   * Takes, if there is room. Those who wait ({@link #whenRoom}) are served whenever something is
   * given back, before anybody can take it in this way; so what is small is not held up by what is
   * large and waits.
   *
   * @param bytes 0 or more
   * @return whether the bytes were taken; then they must be given back
   */
  public boolean tryTake(long bytes) {
    checkBytes(bytes);
    synchronized (pool) {
      if (pool.hasRoom(this, bytes)) {
        pool.add(this, bytes);
        return true;
      }
      refused++;
      return false;
    }
  }

  /** Whether {@link #tryTake} would take so many bytes now. */
  public boolean hasRoom(long bytes) {
    checkBytes(bytes);
    synchronized (pool) {
      return pool.hasRoom(this, bytes);
    }
  }

  /** Takes, whether or not there is room: for what cannot be refused. */
  public void take(long bytes) {
    checkBytes(bytes);
    synchronized (pool) {
      pool.add(this, bytes);
    }
  }

  /**
   * Gives back what was taken. Who waits for room gets it, and is told by this thread, so not under
   * a lock that {@link #whenRoom} tasks take.
   *
   * @throws IllegalArgumentException if less is used
   */
  public void give(long bytes) {
    checkBytes(bytes);
    if (bytes > 0) {
      pool.give(this, bytes);
    }
  }

  /**
   * Takes as soon as there is room, behind those that wait already.
   *
   * @param bytes at most {@link #limit()}
   * @param task run once, when the bytes have been taken, which must then be given back: by this
   *     thread before this returns, or later by a thread that gives back. It must be short and
   *     throw nothing; as a rule it passes the work to the thread that goes on
   * @return to give up waiting, at a deadline for instance: nobody waits for ever
   * @throws IllegalArgumentException if there would never be room
   */
  public RoomWait whenRoom(long bytes, Runnable task) {
    checkBytes(bytes);
    if (bytes > limit) {
      throw new IllegalArgumentException(
          bytes + " bytes for " + purpose + ", which may have " + limit);
    }
    RoomWait wait = new RoomWait(this, bytes, task);
    boolean granted;
    synchronized (pool) {
      granted = waiting.isEmpty() && pool.hasRoom(this, bytes);
      if (granted) {
        pool.add(this, bytes);
      } else {
        waiting.add(wait);
      }
    }
    if (granted) {
      task.run();
    }
    return wait;
  }

  /** How many bytes are taken; above the {@link #limit} only by {@link #take}. */
  public long used() {
    synchronized (pool) {
      return used;
    }
  }

  /** The most that {@link #tryTake} lets be used at once. */
  public long limit() {
    return limit;
  }

  /** What is kept for this account, whatever others use. */
  public long floor() {
    return floor;
  }

  /** The most that was ever used at once. */
  public long highest() {
    synchronized (pool) {
      return highest;
    }
  }

  /** All about this account at one instant. */
  public MemoryUse use() {
    synchronized (pool) {
      return new MemoryUse(purpose, used, highest, floor, limit, waiting.size(), refused);
    }
  }

  boolean cancel(RoomWait wait) {
    return pool.cancel(this, wait);
  }

  /** Under the pool's monitor. What it adds to what the area has promised or lent. */
  long claimed() {
    return Math.max(used, floor);
  }

  /** Under the pool's monitor. What it added before it gave so many bytes back. */
  long claimedWith(long bytes) {
    return Math.max(used + bytes, floor);
  }

  /** Under the pool's monitor. */
  long usedNow() {
    return used;
  }

  /** Under the pool's monitor. */
  void add(long bytes) {
    used += bytes;
    highest = Math.max(highest, used);
  }

  /** Under the pool's monitor. */
  void subtract(long bytes) {
    if (bytes > used) {
      throw new IllegalArgumentException(
          bytes + " bytes given back to " + purpose + ", where " + used + " are taken");
    }
    used -= bytes;
  }

  /** Under the pool's monitor. The first who waits, or null. */
  @Nullable RoomWait firstWaiting() {
    return waiting.isEmpty() ? null : waiting.iterator().next();
  }

  /** Under the pool's monitor. Whether it was still waiting. */
  boolean stopWaiting(RoomWait wait) {
    return waiting.remove(wait);
  }

  private static void checkBytes(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes");
    }
  }
}

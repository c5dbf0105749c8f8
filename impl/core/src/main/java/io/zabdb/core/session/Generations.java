package io.zabdb.core.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Which records of sessions a partition keeps. Each record belongs to a generation; the oldest
 * generation is dropped as a whole, which raises the floor. This knows the generations and how many
 * records each holds; the records are with the part that keeps them, each with the number of its
 * generation. What it does depends on its arguments alone, and takes time for the few generations
 * that there are, never for each record. Not thread-safe.
 *
 * <p>Source: {@code specs/client/Sessions}.
 */
public final class Generations {

  /** In place of a generation: there is no record. */
  public static final long NONE = -1;

  /**
   * A closed generation.
   *
   * @param number from 0
   * @param at the applied time at which it was closed, in milliseconds
   * @param records how many it holds, at least 1
   */
  public record Generation(long number, long at, long records) {}

  private final Deque<Generation> closed;
  private long floor;
  private long present;
  private long began;
  private long size;

  /** Of a partition without records. */
  public Generations() {
    this(0, 0, 0, 0, List.of());
  }

  /**
   * As they were.
   *
   * @param floor see {@link #floor}
   * @param present see {@link #present}
   * @param began see {@link #began}
   * @param size see {@link #size}
   * @param closed see {@link #closed}
   */
  public Generations(long floor, long present, long began, long size, List<Generation> closed) {
    this.floor = floor;
    this.present = present;
    this.began = began;
    this.size = size;
    this.closed = new ArrayDeque<>(closed);
  }

  /** A copy, which changes by itself. */
  public Generations copy() {
    return new Generations(floor, present, began, size, closed());
  }

  /** Sessions that were opened before this applied time may have been forgotten; milliseconds. */
  public long floor() {
    return floor;
  }

  /** The number of the generation into which records go now. */
  public long present() {
    return present;
  }

  /** The applied time at which that began, in milliseconds. */
  public long began() {
    return began;
  }

  /** How many records that holds. */
  public long size() {
    return size;
  }

  /** The others, the oldest first. */
  public List<Generation> closed() {
    return new ArrayList<>(closed);
  }

  /** How many records there are. */
  public long records() {
    long records = size;
    for (Generation generation : closed) {
      records += generation.records;
    }
    return records;
  }

  /** Whether records of a generation are kept; others are as if they were not there. */
  public boolean keeps(long generation) {
    return generation >= (closed.isEmpty() ? present : closed.peekFirst().number);
  }

  /**
   * An update is applied: the present generation may be closed, and others expire.
   *
   * @param time the applied time, in milliseconds
   */
  public void advance(long time, Retention kept) {
    boolean isLong = time - began >= kept.millisOfGeneration();
    boolean isFull = size >= kept.recordsOfGeneration();
    if (isLong || isFull) {
      close(time);
    }
    while (!closed.isEmpty() && time - closed.peekFirst().at >= kept.millis()) {
      drop();
    }
  }

  private void close(long time) {
    if (size > 0) {
      closed.addLast(new Generation(present, time, size));
      present++;
      size = 0;
    }
    began = time;
  }

  /** Whatever it held was opened before it was closed. */
  private void drop() {
    floor = Math.max(floor, closed.removeFirst().at + 1);
  }

  /**
   * Whether the update of a session without a record must not be run: the session may have been
   * forgotten, and this be a retry; or it says that it is of the future.
   *
   * @param opened the applied time at which the session says that it was opened
   * @param time the applied time now
   */
  public boolean isTooOld(long opened, long time) {
    return opened < floor || opened > time;
  }

  /**
   * An update was run: the record of its session goes into the present generation. If there are too
   * many, the oldest are dropped.
   *
   * @param from the generation that kept the record until now, or {@link #NONE}
   * @return the generation of the record
   */
  public long move(long from, Retention kept) {
    if (from != present) {
      takeFrom(from);
      size++;
    }
    while (!closed.isEmpty() && records() > kept.records()) {
      drop();
    }
    return present;
  }

  /** One that holds nothing any more is none. */
  private void takeFrom(long number) {
    if (number == NONE) {
      return;
    }
    List<Generation> before = closed();
    closed.clear();
    for (Generation each : before) {
      long left = each.number == number ? each.records - 1 : each.records;
      if (left > 0) {
        closed.addLast(new Generation(each.number, each.at, left));
      }
    }
  }
}

package io.zabdb.shard;

/**
 * To whom a group gave a partition. Source: {@code MoveState!Nobody}.
 *
 * @param epoch by which attempt
 * @param place by which command of the log
 */
public record Heir(Birth group, long epoch, long place) {

  /** It was not given away, or that is forgotten. */
  public static final Heir NOBODY = new Heir(Birth.NOBODY, 0, 0);
}

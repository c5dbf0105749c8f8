package io.zabdb.balance.plan;

/**
 * A step of {@code specs/shard/Bootstrap}.
 *
 * @param group the one that joins or leaves
 * @param other the one that gives to it or takes from it; {@link #NONE} where nothing moves
 * @param partition what moves; {@link #NONE} where nothing does
 */
public record BootstrapStep(BootstrapAction action, int group, int other, int partition) {

  /** No group, no partition. */
  public static final int NONE = -1;

  static BootstrapStep of(BootstrapAction action, int group) {
    return new BootstrapStep(action, group, NONE, NONE);
  }
}

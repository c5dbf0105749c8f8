package io.zabdb.trace.state;

/**
 * The metadata write under way ({@code ZabState!pending}).
 *
 * @param field {@code none}, {@code acceptedEpoch} or {@code currentEpoch}
 */
public record PendingWrite(String field, long epoch, long upTo) {

  public static final PendingWrite NONE = new PendingWrite("none", 0, 0);
}

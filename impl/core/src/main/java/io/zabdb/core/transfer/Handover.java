package io.zabdb.core.transfer;

import io.zabdb.core.trace.TransferEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a step of leadership transfer has the replica do with its role.
 *
 * @param successor of RESIGN: the member that takes over
 * @param action by which it happens; null of NONE
 */
public record Handover(Kind kind, int successor, @Nullable TransferEvent action) {

  /** The sides of a handover. */
  public enum Kind {
    /** Nothing is handed over. */
    NONE,
    /** This replica gives up leadership; clients are told that the successor leads. */
    RESIGN,
    /** This replica leaves its role and leads. */
    TAKE_OVER
  }

  /** Nothing is handed over. */
  static final Handover NONE = new Handover(Kind.NONE, TransferState.NOBODY, null);

  static Handover resign(int successor, TransferEvent action) {
    return new Handover(Kind.RESIGN, successor, action);
  }

  static Handover takeOver(TransferEvent action) {
    return new Handover(Kind.TAKE_OVER, TransferState.NOBODY, action);
  }
}

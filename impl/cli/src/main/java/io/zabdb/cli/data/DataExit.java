package io.zabdb.cli.data;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/** How the commands on data end. */
public enum DataExit {
  /** As asked. */
  OK(0),
  /** A condition did not hold, or there is no such row. */
  NOT_SO(1),
  /** Wrong usage, or input that makes no sense. */
  BAD_INPUT(2),
  /** The cluster cannot be reached, or did not answer in time. */
  UNREACHABLE(3),
  /** A node refused for another reason. */
  REFUSED(4);

  private final int code;

  DataExit(int code) {
    this.code = code;
  }

  /** For the shell. */
  public int code() {
    return code;
  }

  /** That which the shell sees so. */
  static DataExit withCode(int code) {
    return values()[code];
  }

  /** How a command ends that failed so. */
  public static DataExit of(ZabException failure) {
    ErrorCode code = failure.code();
    return switch (code.seen()) {
      case INVALID_ARGUMENT, TOO_LARGE, NOT_FOUND -> BAD_INPUT;
      case UNREACHABLE, TIMEOUT, NO_QUORUM, UNAVAILABLE, WRONG_CLUSTER, WRONG_OWNER, CLOSED ->
          UNREACHABLE;
      case OVERLOADED, DISK_FULL, CORRUPT, STALE, TOO_OLD, FORBIDDEN, INTERNAL -> REFUSED;
      // Nobody sees these.
      case NOT_LEADER, ALREADY_EXISTS, IO, NOT_OPENED -> REFUSED;
    };
  }
}

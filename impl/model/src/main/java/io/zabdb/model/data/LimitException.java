package io.zabdb.model.data;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/** An input is beyond its limit; the message names both. Nothing was done. */
public final class LimitException extends ZabException {

  private static final long serialVersionUID = 1;

  /**
   * @param tooLarge whether it is more than the limit; else it is too small or of the wrong kind
   */
  LimitException(boolean tooLarge, String problem) {
    super(tooLarge ? ErrorCode.TOO_LARGE : ErrorCode.INVALID_ARGUMENT, problem, false, null);
  }
}

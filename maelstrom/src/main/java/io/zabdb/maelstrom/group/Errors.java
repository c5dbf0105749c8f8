package io.zabdb.maelstrom.group;

import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.model.error.ZabException;

/** Errors of the product's client as Maelstrom numbers them. */
final class Errors {

  private Errors() {}

  /** An error that is definite exactly if the operation has not happened and never will. */
  static RequestError of(ZabException error) {
    return new RequestError(codeOf(error), error.problem());
  }

  private static ErrorCode codeOf(ZabException error) {
    if (error.mayHaveHappened()) {
      return ErrorCode.TIMEOUT;
    }
    return switch (error.code()) {
      case INVALID_ARGUMENT, TOO_LARGE -> ErrorCode.MALFORMED_REQUEST;
      case TIMEOUT,
          UNREACHABLE,
          NOT_LEADER,
          NO_QUORUM,
          WRONG_OWNER,
          OVERLOADED,
          UNAVAILABLE,
          DISK_FULL,
          CLOSED ->
          ErrorCode.TEMPORARILY_UNAVAILABLE;
      case NOT_FOUND,
          ALREADY_EXISTS,
          CORRUPT,
          IO,
          STALE,
          TOO_OLD,
          NOT_OPENED,
          FORBIDDEN,
          WRONG_CLUSTER,
          INTERNAL ->
          ErrorCode.ABORT;
    };
  }
}

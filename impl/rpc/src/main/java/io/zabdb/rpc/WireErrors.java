package io.zabdb.rpc;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Response;

/** Errors to and from the wire. */
public final class WireErrors {

  private WireErrors() {}

  /** The answer to a request that has not happened and never will. */
  public static Response.Builder response(ErrorCode code, String message) {
    return response(code, message, false);
  }

  /**
   * An answer.
   *
   * @param mayHaveHappened whether the request may have happened or may yet happen
   */
  public static Response.Builder response(ErrorCode code, String message, boolean mayHaveHappened) {
    return Response.newBuilder().setError(error(code, message, mayHaveHappened));
  }

  /**
   * An error.
   *
   * @param code one that nodes answer
   * @param mayHaveHappened whether the request may have happened or may yet happen
   */
  public static Error.Builder error(ErrorCode code, String message, boolean mayHaveHappened) {
    if (code.number() == 0 || (mayHaveHappened && !code.mayHaveHappened())) {
      throw new IllegalArgumentException(
          "nodes do not answer " + code + (mayHaveHappened ? " to what may have happened" : ""));
    }
    return Error.newBuilder()
        .setCodeValue(code.number())
        .setMessage(message)
        .setMayHaveHappened(mayHaveHappened);
  }

  /** What a node means. */
  public static ErrorCode code(Error error) {
    return ErrorCode.ofNumber(error.getCodeValue());
  }
}

package io.zabdb.client.net;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Response;

/** Says with a name why a node did not do what it was asked. */
public final class NodeFailures {

  private NodeFailures() {}

  /** Of a request that was not answered; of one that may be repeated, such as a read. */
  public static ZabException of(Peer peer, Outcome outcome) {
    Throwable cause =
        outcome instanceof Outcome.NotSent notSent
            ? notSent.cause()
            : ((Outcome.Broken) outcome).cause();
    if (cause instanceof ZabException named) {
      return named;
    }
    String problem =
        outcome instanceof Outcome.NotSent ? " cannot be reached: " : " broke the connection: ";
    return new ZabException(
        ErrorCode.UNREACHABLE, "node " + peer + problem + reason(cause), false, cause);
  }

  private static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** Of a response that is an error, or is no answer to what was asked. */
  public static ZabException notAnswered(Peer peer, Response response) {
    if (!response.hasError()) {
      return new ZabException(
          ErrorCode.INTERNAL,
          "node " + peer + " answered " + response.getBodyCase() + ", which was not asked",
          true,
          null);
    }
    Error error = response.getError();
    return new ZabException(
        WireErrors.code(error).seen(),
        error.getMessage() + " (node " + peer + ")",
        error.getMayHaveHappened(),
        null);
  }
}

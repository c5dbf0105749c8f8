package io.zabdb.client.net;

import io.zabdb.client.error.Code;
import io.zabdb.client.error.ZabException;
import io.zabdb.transport.wire.Error;
import io.zabdb.transport.wire.ErrorCode;
import io.zabdb.transport.wire.Response;

/** Says with a name why a node did not do what it was asked. */
public final class Failures {

  private Failures() {}

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
        Code.UNREACHABLE, "node " + peer + problem + reason(cause), false, cause);
  }

  private static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** Of a response that is an error, or is no answer to what was asked. */
  public static ZabException notAnswered(Peer peer, Response response) {
    if (!response.hasError()) {
      return new ZabException(
          Code.INTERNAL,
          "node " + peer + " answered " + response.getBodyCase() + ", which was not asked",
          true,
          null);
    }
    Error error = response.getError();
    return new ZabException(
        code(error.getCode()),
        error.getMessage() + " (node " + peer + ")",
        error.getMayHaveHappened(),
        null);
  }

  /** The client's name for an error of a node. */
  public static Code code(ErrorCode wire) {
    return switch (wire) {
      case NOT_LEADER, NO_QUORUM -> Code.NO_QUORUM;
      case WRONG_OWNER -> Code.WRONG_OWNER;
      case OVERLOADED -> Code.OVERLOADED;
      case TIMEOUT -> Code.TIMEOUT;
      case INVALID_ARGUMENT -> Code.INVALID_ARGUMENT;
      case TOO_LARGE -> Code.TOO_LARGE;
      case CORRUPT -> Code.CORRUPT;
      case NOT_FOUND -> Code.NOT_FOUND;
      case DISK_FULL -> Code.DISK_FULL;
      case STALE -> Code.STALE;
      case TOO_OLD -> Code.TOO_OLD;
      case WRONG_CLUSTER -> Code.WRONG_CLUSTER;
      case UNAVAILABLE -> Code.UNAVAILABLE;
      case FORBIDDEN -> Code.FORBIDDEN;
      case INTERNAL, NOT_OPENED, UNSPECIFIED, UNRECOGNIZED -> Code.INTERNAL;
    };
  }
}

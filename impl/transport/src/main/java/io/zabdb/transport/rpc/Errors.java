package io.zabdb.transport.rpc;

import io.zabdb.transport.wire.Error;
import io.zabdb.transport.wire.ErrorCode;
import io.zabdb.transport.wire.Response;

/** Errors that the transport itself answers. */
final class Errors {

  private Errors() {}

  /** Of a request that has not happened and never will. */
  static Response.Builder response(ErrorCode code, String message) {
    return Response.newBuilder().setError(Error.newBuilder().setCode(code).setMessage(message));
  }
}

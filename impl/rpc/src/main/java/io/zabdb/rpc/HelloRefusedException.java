package io.zabdb.rpc;

import io.zabdb.rpc.wire.Error;
import java.io.IOException;

/** A node does not take this client: it is of another cluster, for instance. */
public final class HelloRefusedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Error error;

  HelloRefusedException(Error error) {
    super(error.getMessage());
    this.error = error;
  }

  /** What the node answered. */
  public Error error() {
    return error;
  }
}

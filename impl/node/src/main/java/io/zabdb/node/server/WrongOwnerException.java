package io.zabdb.node.server;

import io.zabdb.model.ring.TokenRange;

/** A group was asked for what it does not own. */
final class WrongOwnerException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient TokenRange asked;

  /**
   * @param asked tokens that it does not own
   */
  WrongOwnerException(String message, TokenRange asked) {
    super(message);
    this.asked = asked;
  }

  TokenRange asked() {
    return asked;
  }
}

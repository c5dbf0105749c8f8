package io.zabdb.node.server;

/** A group was asked for what it does not own. */
final class WrongOwnerException extends RuntimeException {

  private static final long serialVersionUID = 1;

  WrongOwnerException(String message) {
    super(message);
  }
}

package io.zabdb.balancer;

/** Too little is known of a store's load to plan by; the message says what, and why. */
public final class LoadUnknownException extends Exception {

  private static final long serialVersionUID = 1L;

  LoadUnknownException(String message) {
    super(message);
  }
}

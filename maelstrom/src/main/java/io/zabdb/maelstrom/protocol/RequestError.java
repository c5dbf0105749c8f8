package io.zabdb.maelstrom.protocol;

/** A request that is answered with an error. */
public final class RequestError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public RequestError(ErrorCode code, String text) {
    super(text);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }
}

package io.zabdb.storage.engine;

/** What is to be read takes more memory than there is for it. */
public final class NoRoomException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long needed;

  NoRoomException(long needed, long room) {
    super("what is read takes " + needed + " bytes, where there is room for " + room);
    this.needed = needed;
  }

  /** How many bytes it takes. */
  public long needed() {
    return needed;
  }
}

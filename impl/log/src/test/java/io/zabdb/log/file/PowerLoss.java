package io.zabdb.log.file;

/** The power goes out in the middle of a call. Not an IOException: nobody may handle it. */
public final class PowerLoss extends Error {

  private static final long serialVersionUID = 1;

  PowerLoss() {
    super("power lost", null, false, false);
  }
}

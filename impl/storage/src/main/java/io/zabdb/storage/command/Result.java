package io.zabdb.storage.command;

import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/** The answer to a command. Replicas that applied the same log give the same answers. */
public sealed interface Result {

  /**
   * It was done.
   *
   * @param version of the cells it wrote
   */
  record Done(Version version) implements Result {}

  /** A check did not hold: nothing was written. */
  record NotDone() implements Result {}

  /** The entry was empty: there was nothing to do. */
  record Nothing() implements Result {}

  /** It could not be done: nothing was written. */
  record Refused(ErrorCode code, String message) implements Result {
    static final int MAX_MESSAGE = 1_000;

    public Refused {
      message = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
    }

    public static Refused of(ZabException error) {
      return new Refused(error.code(), error.problem());
    }
  }
}

package io.zabdb.log;

import java.io.IOException;

/**
 * Something that was on disk is lost or damaged. The replica must not go on with what is left, for
 * it vouched for the rest: it is rebuilt from its group. Nothing has been changed.
 */
public final class CorruptLogException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param file its location and name
   * @param offset where in it, in bytes
   * @param index the entry concerned; 0: none in particular
   * @param expected what should be there
   */
  CorruptLogException(String file, long offset, long index, String expected) {
    super(
        file
            + " is damaged at byte "
            + offset
            + (index > 0 ? ", entry " + index : "")
            + ": expected "
            + expected);
  }
}

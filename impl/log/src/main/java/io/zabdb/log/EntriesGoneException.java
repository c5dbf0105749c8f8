package io.zabdb.log;

import java.io.IOException;

/** Entries that were asked for have been purged or cut off. */
public final class EntriesGoneException extends IOException {

  private static final long serialVersionUID = 1L;

  EntriesGoneException(long first) {
    super("the log has no entry " + first + " any more");
  }
}

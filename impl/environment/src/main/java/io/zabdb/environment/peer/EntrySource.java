package io.zabdb.environment.peer;

import io.zabdb.core.message.Entry;
import org.jspecify.annotations.Nullable;

/** Where the entries of a message are taken from, in order. */
public interface EntrySource {

  /** The next entry, or null: there is none at present, or none any more. */
  @Nullable Entry take();

  /** Everything has been taken. */
  boolean isDone();
}

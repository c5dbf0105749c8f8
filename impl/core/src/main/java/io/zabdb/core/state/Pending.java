package io.zabdb.core.state;

import io.zabdb.core.step.EpochField;
import org.jspecify.annotations.Nullable;

/**
 * The metadata write under way ({@code ZabState!pending}).
 *
 * @param field which epoch is to be written
 * @param epoch its new value
 * @param upTo of CURRENT: how much of the history must be on disk first; otherwise 0
 */
public record Pending(@Nullable EpochField field, long epoch, long upTo) {

  /** No write is under way. */
  public static final Pending NONE = new Pending(null, 0, 0);

  public boolean is(EpochField wanted) {
    return field == wanted;
  }
}

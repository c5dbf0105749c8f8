package io.zabdb.storage.tree;

import java.util.Locale;

/** Tells a full disk from one that failed: Java has no exception of its own for it. */
public final class NoSpace {

  /** What the C library calls ENOSPC and EDQUOT. */
  private static final String FULL = "no space left on device";

  private static final String OVER_QUOTA = "disk quota exceeded";

  private NoSpace() {}

  /** Whether an access failed for want of room. */
  public static boolean isCauseOf(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = String.valueOf(each.getMessage()).toLowerCase(Locale.ROOT);
      if (message.contains(FULL) || message.contains(OVER_QUOTA)) {
        return true;
      }
    }
    return false;
  }
}

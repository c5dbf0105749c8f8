package io.zabdb.storage.tree;

/**
 * Files that are there, but that the system would not open: too many were open, or this process may
 * not. That says nothing of what is in them, and may be otherwise the next time.
 *
 * @param count how many
 * @param first the first of them, and why; empty if there are none
 */
public record SkippedFiles(long count, String first) {

  public static final SkippedFiles NONE = new SkippedFiles(0, "");

  /** And one more. */
  public SkippedFiles and(String file, Exception why) {
    return new SkippedFiles(count + 1, count == 0 ? file + ": " + why.getMessage() : first);
  }
}

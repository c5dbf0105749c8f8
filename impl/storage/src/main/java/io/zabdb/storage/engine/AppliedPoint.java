package io.zabdb.storage.engine;

import io.zabdb.core.message.Zxid;

/**
 * How far the log has been applied.
 *
 * @param length how many entries
 * @param zxid of the last of them
 * @param time the latest of their times, in milliseconds: what decides expiry
 */
public record AppliedPoint(long length, Zxid zxid, long time) {

  /** Before the first entry. */
  public static final AppliedPoint NONE = new AppliedPoint(0, Zxid.ZERO, 0);
}

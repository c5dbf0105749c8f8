package io.zabdb.replica.move;

import io.zabdb.model.data.Bytes;
import java.util.SortedMap;

/** What an offer of files must be like. */
final class OfferChecks {

  /** Of what names files, in bytes. */
  private static final int DIGEST = 64;

  private OfferChecks() {}

  /**
   * @throws IllegalArgumentException if something is beyond the limits
   */
  static void check(String what, Bytes digest, SortedMap<String, Long> files) {
    if (files.isEmpty() || files.size() > OfferedFiles.FILES) {
      throw new IllegalArgumentException(
          what + " has " + files.size() + " files, allowed are 1 to " + OfferedFiles.FILES);
    }
    if (digest.length() < 1 || digest.length() > DIGEST) {
      throw new IllegalArgumentException(
          "a name of " + digest.length() + " bytes, allowed are 1 to " + DIGEST);
    }
    files.forEach(OfferChecks::check);
  }

  private static void check(String name, long bytes) {
    if (!OfferedFiles.isName(name) || bytes < 0) {
      throw new IllegalArgumentException(
          "a file cannot be called '" + name + "', or has no length");
    }
  }
}

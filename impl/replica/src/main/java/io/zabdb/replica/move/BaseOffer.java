package io.zabdb.replica.move;

import io.zabdb.model.data.Bytes;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of a partition that its source offers to the members of another group: a directory that can
 * be {@linkplain io.zabdb.storage.engine.StorageEngine#receive received}.
 *
 * @param from the number of the group that has them
 * @param partition its name
 * @param attempt in which it moves
 * @param digest names them
 * @param files name to length in bytes; at least one
 */
public record BaseOffer(
    int from, String partition, long attempt, Bytes digest, SortedMap<String, Long> files) {

  /** So many files may be in one. */
  public static final int FILES = 10_000;

  /** Of what names them all, in bytes. */
  private static final int DIGEST = 64;

  public BaseOffer {
    files = new TreeMap<>(files);
    if (files.isEmpty() || files.size() > FILES) {
      throw new IllegalArgumentException(
          "partition " + partition + " has " + files.size() + " files, allowed are 1 to " + FILES);
    }
    if (digest.length() < 1 || digest.length() > DIGEST) {
      throw new IllegalArgumentException(
          "a name of " + digest.length() + " bytes, allowed are 1 to " + DIGEST);
    }
    files.forEach(BaseOffer::check);
  }

  /** Whether a file may be called so: such a name stays in its directory everywhere. */
  public static boolean isName(String name) {
    return name.matches("[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}");
  }

  private static void check(String name, long bytes) {
    if (!isName(name) || bytes < 0) {
      throw new IllegalArgumentException(
          "a file cannot be called '" + name + "', or has no length");
    }
  }

  /** All of them. */
  public long bytes() {
    return files.values().stream().mapToLong(Long::longValue).sum();
  }
}

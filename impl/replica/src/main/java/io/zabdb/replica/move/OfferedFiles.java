package io.zabdb.replica.move;

import io.zabdb.model.data.Bytes;
import java.util.SortedMap;

/** Files of a directory that a replica offers to others. Immutable. */
public interface OfferedFiles {

  /** So many files may be in one offer. */
  int FILES = 10_000;

  /** The number of the group that has them. */
  int from();

  /** Names them, all together: 1 to 64 bytes. */
  Bytes digest();

  /** Name to length in bytes; 1 to {@value #FILES} of them. */
  SortedMap<String, Long> files();

  /** What they hold, for people. */
  String what();

  /** All of them. */
  default long bytes() {
    return files().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether a file may be called so: such a name stays in its directory everywhere. */
  static boolean isName(String name) {
    return name.matches("[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}");
  }
}

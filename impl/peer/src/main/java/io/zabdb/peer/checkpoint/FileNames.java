package io.zabdb.peer.checkpoint;

import java.util.regex.Pattern;

/** Which names files of a checkpoint may have: such as stay in their directory everywhere. */
final class FileNames {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}");

  private FileNames() {}

  static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }
}

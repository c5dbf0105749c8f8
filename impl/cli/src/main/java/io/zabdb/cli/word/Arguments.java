package io.zabdb.cli.word;

import io.zabdb.cli.error.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of this process as bytes. Java gives them as text in which bytes that are not UTF-8
 * are U+FFFD, one like the other, so they are taken from the system where it tells them (Linux).
 */
public final class Arguments {

  /** Where Linux tells the words of a process, each with a zero byte behind it. */
  public static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private static final char LOST = '\uFFFD';

  private Arguments() {}

  /**
   * The arguments without loss, see {@link Words}.
   *
   * @param given by Java
   * @param commandLine of this process, whose last words they are; need not exist
   * @throws CliException if the bytes of one are not known
   */
  public static String[] exact(String[] given, Path commandLine) throws CliException {
    List<byte[]> raw = words(commandLine);
    int offset = raw.size() - given.length;
    if (offset >= 0 && fits(given, raw.subList(offset, raw.size()))) {
      return raw.subList(offset, raw.size()).stream().map(Words::of).toArray(String[]::new);
    }
    for (int i = 0; i < given.length; i++) {
      if (given[i].indexOf(LOST) >= 0) {
        throw CliException.usage(
            "argument "
                + (i + 1)
                + " is not UTF-8, and this system does not tell its bytes: give it with --hex or"
                + " --base64");
      }
    }
    return given;
  }

  private static List<byte[]> words(Path commandLine) {
    byte[] all;
    try {
      all = Files.readAllBytes(commandLine);
    } catch (IOException e) {
      // Another system than Linux.
      return List.of();
    }
    List<byte[]> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == 0) {
        words.add(Arrays.copyOfRange(all, from, i));
        from = i + 1;
      }
    }
    return words;
  }

  /** Those in ASCII are the same to Java in every locale. */
  private static boolean fits(String[] given, List<byte[]> raw) {
    for (int i = 0; i < given.length; i++) {
      String ascii = new String(raw.get(i), StandardCharsets.US_ASCII);
      if (ascii.indexOf(LOST) < 0 && !ascii.equals(given[i])) {
        return false;
      }
    }
    return true;
  }
}

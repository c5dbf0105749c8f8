package io.zabdb.testkit.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Where the pages of a run go: a file, or a folder with a file for each history. */
final class Pages {

  private final Path target;
  private final Set<String> used = new HashSet<>();

  Pages(Path target) {
    this.target = target;
  }

  /** Whether a path means a folder; what ends in .html is a file. */
  static boolean isFolder(Path target) {
    return Files.isDirectory(target) || !target.toString().endsWith(".html");
  }

  /** Writes the page of a history and says where. */
  Path write(Path history, String page) throws IOException {
    Path file = isFolder(target) ? target.resolve(name(history)) : target;
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.writeString(file, page);
  }

  /** Histories from several folders may have the same name. */
  private String name(Path history) {
    String base = history.getFileName().toString();
    String name = base + ".html";
    for (int i = 2; !used.add(name); i++) {
      name = base + "-" + i + ".html";
    }
    return name;
  }
}

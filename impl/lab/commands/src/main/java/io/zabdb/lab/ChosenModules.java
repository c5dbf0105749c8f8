package io.zabdb.lab;

import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Which modules are to be tested quickly: those that are named, or those that have changed. */
final class ChosenModules {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final int LETTERS = 3;

  private final Path top;

  /**
   * @param top the folder of the repository
   */
  ChosenModules(Path top) {
    this.top = top;
  }

  /**
   * Folders as Maven takes them, below {@code impl}.
   *
   * @param named what the user named; empty: what differs from the last commit
   * @throws SpecError if something is no module
   */
  List<String> of(List<String> named) throws IOException, InterruptedException {
    List<String> chosen = new ArrayList<>();
    for (String name : named.isEmpty() ? changed() : named) {
      String folder = name.equals("maelstrom") ? "../maelstrom" : name;
      if (!Files.exists(top.resolve("impl").resolve(folder).resolve("src"))) {
        throw new SpecError(
            "there is no module '" + name + "': a folder below impl/, such as core or lab/testkit");
      }
      chosen.add(folder);
    }
    return chosen;
  }

  /** What Git says of files that were changed, added, or are not known to it yet. */
  private List<String> changed() throws IOException, InterruptedException {
    Command.Ended status =
        Command.of(top, LIMIT, "git", "status", "--porcelain", "--untracked-files=all").run();
    if (!status.ok()) {
      throw new SpecError("name a module: git cannot say what has changed");
    }
    TreeSet<String> modules = new TreeSet<>();
    for (String line : status.output()) {
      // Behind two letters: a file, or what it was called and is called.
      for (String file : List.of(line.substring(LETTERS).split(" -> ", -1))) {
        int end = file.indexOf("/src/");
        if (end >= 0 && file.startsWith("impl/")) {
          modules.add(file.substring("impl/".length(), end));
        } else if (file.startsWith("maelstrom/src/")) {
          modules.add("maelstrom");
        }
      }
    }
    return List.copyOf(modules);
  }
}

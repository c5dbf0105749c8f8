package io.zabdb.modelcheck.proofs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Coq files in the order in which they are compiled.
 *
 * @param options options of {@code coqc} from {@code _CoqProject}, e.g. {@code -Q . ZabDB}
 * @param files file names, each after those it needs
 */
record CoqProject(List<String> options, List<String> files) {

  /** Reads {@code _CoqProject}; without one, the files are taken in the order of their names. */
  static CoqProject read(Path folder) throws IOException {
    List<String> options = new ArrayList<>();
    List<String> files = new ArrayList<>();
    Path project = folder.resolve("_CoqProject");
    if (Files.exists(project)) {
      for (String line : Files.readAllLines(project)) {
        for (String word : line.replaceFirst("#.*", "").strip().split("\\s+")) {
          (word.endsWith(".v") ? files : options).add(word);
        }
      }
      options.removeIf(String::isEmpty);
    } else {
      try (Stream<Path> all = Files.list(folder)) {
        all.map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".v"))
            .sorted()
            .forEach(files::add);
      }
    }
    return new CoqProject(List.copyOf(options), List.copyOf(files));
  }

  /**
   * The sentence that loads a file: {@code From ZabDB Require Handoff.} for {@code Handoff.v} under
   * {@code -Q . ZabDB}.
   */
  String require(String file) {
    int option = Math.max(options.indexOf("-Q"), options.indexOf("-R"));
    String from =
        option < 0 || option + 2 >= options.size() ? "" : "From " + options.get(option + 2) + " ";
    return from + "Require " + moduleOf(file) + ".";
  }

  /** The name of a file's module: {@code Handoff} for {@code Handoff.v}. */
  static String moduleOf(String file) {
    return file.replaceFirst("\\.v$", "").replace('/', '.');
  }
}

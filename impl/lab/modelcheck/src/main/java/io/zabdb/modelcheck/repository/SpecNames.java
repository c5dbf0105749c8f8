package io.zabdb.modelcheck.repository;

import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.proofs.NestedComments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Models and modules that configurations, modules and pages of {@code specs/} name exist. */
final class SpecNames {

  private static final Pattern NAMED =
      Pattern.compile("\\b(?:MC|SIM|IND|APA|Reach|Mut)[A-Z][A-Za-z]*");
  private static final Pattern WORD = Pattern.compile("\\w+");

  private final Path specs;
  private final ModelCatalog catalog;

  SpecNames(Path specs, ModelCatalog catalog) {
    this.specs = specs;
    this.catalog = catalog;
  }

  /** One line for each name that is nobody's. */
  List<String> problems() throws IOException {
    Set<String> known = new HashSet<>(catalog.modules().all().keySet());
    catalog.models().forEach(model -> known.add(model.name()));
    catalog.errors().keySet().forEach(cfg -> known.add(ModelCatalog.nameOf(cfg)));
    Map<Path, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(specs)) {
      for (Path file : (Iterable<Path>) files.filter(SpecNames::isText)::iterator) {
        texts.put(file, Files.readString(file));
      }
    }
    // What stands outside of comments TLC and SANY know: operators, constants.
    texts.forEach((file, text) -> addWords(withoutComments(file, text), known));
    List<String> problems = new ArrayList<>();
    texts.forEach(
        (file, text) -> {
          TreeSet<String> strangers = new TreeSet<>();
          Matcher named = NAMED.matcher(text);
          while (named.find()) {
            strangers.add(named.group());
          }
          strangers.removeAll(known);
          strangers.forEach(name -> problems.add(catalog.modules().relative(file) + ": " + name));
        });
    return problems;
  }

  private static boolean isText(Path file) {
    String name = file.getFileName().toString();
    // The table of figures is written by machine.
    return name.matches(".*\\.(tla|cfg|survivors)") || name.equals("README.md");
  }

  private static String withoutComments(Path file, String text) {
    boolean code = file.toString().endsWith(".tla") || file.toString().endsWith(".cfg");
    return code ? NestedComments.removed(text).replaceAll("\\\\\\*.*", "") : "";
  }

  private static void addWords(String text, Set<String> words) {
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(word.group());
    }
  }
}

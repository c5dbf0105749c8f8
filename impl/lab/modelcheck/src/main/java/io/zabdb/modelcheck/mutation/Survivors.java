package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.model.SpecError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The mutants of a base module that no model can tell from it, each with the reason: the file
 * {@code specs/FOLDER/BASE.survivors}. A line without indentation names a mutant, the indented
 * lines below it say why; lines that start with {@code \*} are comments.
 */
final class Survivors {

  private final Map<String, String> reasons = new LinkedHashMap<>();

  private Survivors() {}

  /**
   * Reads the list that lies beside a module; empty if there is none.
   *
   * @throws SpecError if a mutant is listed twice or without a reason
   */
  static Survivors beside(Path module) throws IOException {
    String name = module.getFileName().toString().replaceFirst("\\.tla$", ".survivors");
    Path file = module.resolveSibling(name);
    return parse(name, Files.exists(file) ? Files.readAllLines(file) : List.of());
  }

  static Survivors parse(String name, List<String> lines) {
    Survivors survivors = new Survivors();
    String mutant = null;
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("\\*")) {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        mutant = line.strip();
        if (survivors.reasons.put(mutant, "") != null) {
          throw new SpecError(name + " lists '" + mutant + "' twice");
        }
      } else if (mutant == null) {
        throw new SpecError(name + " begins with a reason and no mutant: " + line.strip());
      } else {
        survivors.reasons.merge(
            mutant, line.strip(), (before, more) -> (before + " " + more).strip());
      }
    }
    survivors.reasons.forEach(
        (each, reason) -> {
          if (reason.isEmpty()) {
            throw new SpecError(name + " says no reason for '" + each + "'");
          }
        });
    return survivors;
  }

  /** Whether a mutant of this name is listed. */
  boolean has(String mutant) {
    return reasons.containsKey(mutant);
  }

  /** The names of the mutants listed, in the order of the file. */
  List<String> names() {
    return List.copyOf(reasons.keySet());
  }
}

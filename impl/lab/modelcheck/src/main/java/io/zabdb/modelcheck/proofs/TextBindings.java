package io.zabdb.modelcheck.proofs;

import io.zabdb.modelcheck.model.ModuleIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the Coq model and the TLA+ text together. {@code texts.txt} names, line by line, an
 * operator and the Coq definition that says the same, each with a digest of its text: whoever
 * changes one of them is told to compare the two, and to note the digests of what was compared.
 * Nothing may be left out: each operator that those at a {@code root} line use has a line, and so
 * has each definition of a Coq file that a {@code file} line names.
 */
final class TextBindings {

  private static final String LIST = "texts.txt";
  private static final String NONE = "-";
  private static final int FIELDS = 4;
  private static final int DIGITS = 12;
  private static final Pattern WORD = Pattern.compile("\\w+");

  private final Path folder;
  private final ModuleIndex modules;
  private final Map<String, Map<String, String>> operators = new TreeMap<>();
  private final Map<String, Map<String, String>> definitions = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * @param folder of the Coq files and of the list
   */
  TextBindings(Path folder, ModuleIndex modules) {
    this.folder = folder;
    this.modules = modules;
  }

  /** What is wrong, in sentences; empty: nothing. Without a list nothing is bound. */
  List<String> problems() throws IOException {
    Set<String> needed = new TreeSet<>();
    Set<String> bound = new TreeSet<>();
    Path list = folder.resolve(LIST);
    for (String line : Files.exists(list) ? Files.readAllLines(list) : List.<String>of()) {
      String[] fields = line.replaceFirst("#.*", "").strip().split("\\s+");
      if (fields[0].equals("root")) {
        needed.addAll(usedBy(fields[1]));
      } else if (fields[0].equals("file")) {
        definitionsOf(fields[1]).keySet().forEach(name -> needed.add(fields[1] + "." + name));
      } else if (fields.length == FIELDS) {
        compare(fields);
        bound.add(fields[0]);
        bound.add(fields[2]);
      } else if (!fields[0].isEmpty()) {
        problems.add(
            LIST + ": expected an operator, its digest, a definition, its digest: " + line);
      }
    }
    needed.removeAll(bound);
    needed.forEach(name -> problems.add(name + " has no line in " + LIST));
    return problems;
  }

  private void compare(String[] fields) throws IOException {
    String operator = digest(fields[0], operator(fields[0]));
    String definition = digest(fields[2], definition(fields[2]));
    if (!operator.equals(fields[1]) || !definition.equals(fields[3])) {
      problems.add(
          "%s or %s has changed; compare them, then write: %s %s %s %s"
              .formatted(fields[0], fields[2], fields[0], operator, fields[2], definition));
    }
  }

  /** The text of {@code Module!Operator}; empty: there is none. */
  private String operator(String name) throws IOException {
    int mark = name.indexOf('!');
    return mark < 0
        ? ""
        : operatorsOf(name.substring(0, mark)).getOrDefault(name.substring(mark + 1), "");
  }

  /** The text of {@code File.definition}; empty: there is none. */
  private String definition(String name) throws IOException {
    int dot = name.indexOf('.');
    return dot < 0
        ? ""
        : definitionsOf(name.substring(0, dot)).getOrDefault(name.substring(dot + 1), "");
  }

  private Map<String, String> operatorsOf(String module) throws IOException {
    if (!operators.containsKey(module)) {
      operators.put(module, source(module).definitions());
    }
    return operators.get(module);
  }

  private TlaSource source(String module) throws IOException {
    Path file = modules.all().get(module);
    return new TlaSource(file == null ? "" : Files.readString(file));
  }

  private Map<String, String> definitionsOf(String file) throws IOException {
    if (!definitions.containsKey(file)) {
      Path path = folder.resolve(file + ".v");
      definitions.put(
          file,
          Files.exists(path) ? new CoqSource(Files.readString(path)).definitions() : Map.of());
    }
    return definitions.get(file);
  }

  /** An operator and all that it uses, of its module and those that this extends. */
  private Set<String> usedBy(String root) throws IOException {
    Set<String> used = new TreeSet<>();
    ArrayDeque<String> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      String name = open.pop();
      if (used.add(name)) {
        Matcher word = WORD.matcher(operator(name));
        while (word.find()) {
          open.addAll(named(name.substring(0, name.indexOf('!')), word.group()));
        }
      }
    }
    return used;
  }

  /** Where a module has an operator from: itself, or a module that it extends; empty: nowhere. */
  private List<String> named(String module, String operator) throws IOException {
    if (operatorsOf(module).containsKey(operator)) {
      return List.of(module + "!" + operator);
    }
    for (String extended : source(module).extended()) {
      List<String> found = named(extended, operator);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /** However a text is laid out, its digest is the same. */
  private static String digest(String name, String text) {
    if (name.equals(NONE)) {
      return NONE;
    }
    if (text.isEmpty()) {
      return "missing";
    }
    byte[] bytes = text.strip().replaceAll("\\s+", " ").getBytes(StandardCharsets.UTF_8);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException("every JDK has SHA-256", absent);
    }
  }
}

package io.zabdb.node.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Collects settings from flags, environment and file; the first that names an option wins. */
final class Sources {

  /** The flag that names the file. */
  static final String FILE = "config";

  private static final String PREFIX = "ZABDB_";

  /** Of the launcher; and what container platforms set for a service of this name. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "ZABDB_(NODE_JAVA_OPTS|HOME|CONFIG|(.+_)?SERVICE_(HOST|PORT(_.*)?)|(.+_)?PORT(_\\d+_.*)?)");

  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

  private static final Map<String, Option<?>> BY_NAME =
      Options.all().stream().collect(Collectors.toMap(Option::name, Function.identity()));
  private static final Map<String, Option<?>> BY_VARIABLE =
      Options.all().stream().collect(Collectors.toMap(Option::variable, Function.identity()));

  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final List<Problem> problems;

  Sources(List<Problem> problems) {
    this.problems = problems;
  }

  Map<String, Setting> settings() {
    return settings;
  }

  /**
   * Reads {@code --name value} and {@code --name=value}; the file among them is returned, or null.
   */
  String addFlags(List<String> flags) {
    Map<String, Setting> found = new LinkedHashMap<>();
    String file = null;
    for (int i = 0; i < flags.size(); i++) {
      String flag = flags.get(i);
      int equals = flag.indexOf('=');
      String name = flag.substring(0, equals < 0 ? flag.length() : equals);
      if (!name.startsWith("--")) {
        problems.add(new Problem("'" + flag + "' is not a flag --NAME VALUE"));
        continue;
      }
      String key = name.substring(2);
      boolean separate = equals < 0 && i + 1 < flags.size() && !flags.get(i + 1).startsWith("--");
      String value = null;
      if (separate) {
        i++;
        value = flags.get(i);
      } else if (equals >= 0) {
        value = flag.substring(equals + 1);
      } else if (isSwitch(key)) {
        value = "true";
      }
      if (value == null && (key.equals(FILE) || BY_NAME.containsKey(key))) {
        problems.add(new Problem("flag " + name + " has no value"));
      } else if (key.equals(FILE)) {
        file = value;
      } else {
        put(found, key, new Setting(value, name));
      }
    }
    add(found);
    return file;
  }

  private static boolean isSwitch(String name) {
    Option<?> option = BY_NAME.get(name);
    return option != null && option.isSwitch();
  }

  /** Reads variables {@code ZABDB_NAME}. */
  void addEnvironment(Map<String, String> environment) {
    Map<String, Setting> found = new LinkedHashMap<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      Option<?> option = BY_VARIABLE.get(name);
      if (option != null) {
        found.put(option.name(), new Setting(variable.getValue(), name));
      } else if (name.startsWith(PREFIX) && !OTHERS.matcher(name).matches()) {
        problems.add(
            Problem.unknown(name, "in the environment", Nearest.to(name, BY_VARIABLE.keySet())));
      }
    }
    add(found);
  }

  /**
   * Reads lines {@code name = value}; what follows {@code #}, first or behind a blank, is not read.
   */
  void addFile(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      problems.add(new Problem("the configuration file " + file + " cannot be read: " + e));
      return;
    }
    Map<String, Setting> found = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = COMMENT.matcher(lines.get(i)).replaceFirst("").trim();
      String source = file.getFileName() + " line " + (i + 1);
      int equals = line.indexOf('=');
      if (equals > 0) {
        Setting setting = new Setting(line.substring(equals + 1).trim(), source);
        put(found, line.substring(0, equals).trim(), setting);
      } else if (!line.isEmpty()) {
        problems.add(new Problem("'" + line + "' (" + source + ") is not NAME = VALUE"));
      }
    }
    add(found);
  }

  /** That there is no option of a name; empty: there is one. */
  static Optional<Problem> unknown(String name, String source) {
    return BY_NAME.containsKey(name)
        ? Optional.empty()
        : Optional.of(Problem.unknown(name, source, Nearest.to(name, BY_NAME.keySet())));
  }

  private void put(Map<String, Setting> found, String name, Setting setting) {
    Optional<Problem> unknown = unknown(name, setting.source());
    if (unknown.isPresent()) {
      problems.add(unknown.get());
      return;
    }
    Setting earlier = found.put(name, setting);
    if (earlier != null) {
      problems.add(
          new Problem(
              "option "
                  + name
                  + " is given twice: '"
                  + earlier.value()
                  + "' ("
                  + earlier.source()
                  + ") and '"
                  + setting.value()
                  + "' ("
                  + setting.source()
                  + ")"));
    }
  }

  private void add(Map<String, Setting> found) {
    found.forEach(settings::putIfAbsent);
  }
}

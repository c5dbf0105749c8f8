package io.zabdb.modelcheck.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The classes and packages of Java that pages name: classes with their packages, and members with
 * their classes, anywhere; packages in the last column of the tables of specs/README.md and
 * docs/glossary.md, and in the former classes without packages, too. Decisions are left out: they
 * tell what was so when they were taken.
 */
final class JavaNames {

  private static final String ROOT = "io.zabdb.";

  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

  private static final Pattern WHOLE = Pattern.compile("io\\.zabdb(\\.\\w+)+");
  private static final Pattern CLASS =
      Pattern.compile("[a-z]+(\\.[a-z]\\w*)*(\\.[A-Z]\\w+)+(\\.\\w+)?");

  /** A member of a class, perhaps with its parameters. */
  private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w+)\\.(?!java$)(\\w+)(\\(.*\\))?");

  private static final Pattern PARTNER =
      Pattern.compile("[a-z]\\w*(\\.[a-z]\\w*)*(\\.[A-Z]\\w*)?|[A-Z]\\w+");
  private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\([^)]*\\)");
  private static final Pattern PAGES =
      Pattern.compile("README\\.md|CONTRIBUTING\\.md|specs/README\\.md|docs/(?!decisions/).*");
  private static final String SPECS = "specs/README.md";
  private static final List<String> TABLES = List.of(SPECS, "docs/glossary.md");

  private final Path home;
  private final Set<String> packages = new HashSet<>();

  /** Top-level classes by their whole names. */
  private final Map<String, Path> classes = new HashMap<>();

  /** The same by their simple names. */
  private final Map<String, List<Path>> simple = new HashMap<>();

  /**
   * @param home of the repository
   */
  JavaNames(Path home) throws IOException {
    this.home = home;
    for (String folder : List.of("impl", "maelstrom")) {
      Path root = home.resolve(folder);
      if (Files.isDirectory(root)) {
        try (Stream<Path> all = Files.walk(root)) {
          all.filter(file -> file.toString().matches(".*/src/(main|test)/java/.*\\.java"))
              .forEach(this::add);
        }
      }
    }
  }

  private void add(Path file) {
    String path = file.toString().replaceFirst(".*/src/(main|test)/java/", "");
    String name = path.substring(0, path.length() - ".java".length()).replace('/', '.');
    classes.put(name, file);
    simple
        .computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), any -> new ArrayList<>())
        .add(file);
    while (name.contains(".")) {
      name = name.substring(0, name.lastIndexOf('.'));
      packages.add(name);
    }
  }

  /** The names that are nowhere, each with its page; empty: all are there. */
  List<String> problems() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path page : DocLinks.files(home)) {
      String name = home.relativize(page).toString();
      if (PAGES.matcher(name).matches()) {
        Set<String> unknown = unknown(page, name);
        unknown.forEach(each -> problems.add(name + " names " + each));
      }
    }
    return problems;
  }

  private Set<String> unknown(Path file, String page) throws IOException {
    Set<String> unknown = new TreeSet<>();
    for (String line : Files.readAllLines(file)) {
      Matcher code = CODE.matcher(line);
      while (code.find()) {
        String name = code.group(1);
        Matcher member = MEMBER.matcher(name);
        if (member.matches() && !hasMember(member.group(1), member.group(2))) {
          unknown.add(name);
        }
        boolean isWhole = WHOLE.matcher(name).matches();
        boolean isClass = CLASS.matcher(name).matches() && isOurs(name);
        if ((isWhole || isClass) && !exists(isWhole ? name : ROOT + name)) {
          unknown.add(name);
        }
      }
      if (TABLES.contains(page) && line.startsWith("|")) {
        String[] cells = line.split("\\|");
        Matcher partner = CODE.matcher(LINK.matcher(cells[cells.length - 1]).replaceAll(""));
        while (partner.find()) {
          String name = partner.group(1);
          boolean isSimple = Character.isUpperCase(name.charAt(0));
          // In other tables a name without a package may be one of a spec.
          boolean isThere =
              isSimple ? !page.equals(SPECS) || simple.containsKey(name) : exists(whole(name));
          if (PARTNER.matcher(name).matches() && !isThere) {
            unknown.add(name);
          }
        }
      }
    }
    return unknown;
  }

  /** Whether a class of this name has such a member; of a class that is not ours nobody knows. */
  private boolean hasMember(String type, String member) throws IOException {
    List<Path> files = simple.getOrDefault(type, List.of());
    for (Path file : files) {
      if (isIn(file, member)) {
        return true;
      }
    }
    return files.isEmpty();
  }

  private static boolean isIn(Path file, String word) throws IOException {
    return Pattern.compile("\\b" + word + "\\b").matcher(Files.readString(file)).find();
  }

  private static String whole(String name) {
    return name.startsWith(ROOT) ? name : ROOT + name;
  }

  /** Whether a name begins with one of our packages, so that it can only be one of our classes. */
  private boolean isOurs(String name) {
    return packages.contains(ROOT + name.substring(0, name.indexOf('.')));
  }

  /** Whether there is such a package, or class, or type or member in a class. */
  private boolean exists(String name) throws IOException {
    if (packages.contains(name) || classes.containsKey(name)) {
      return true;
    }
    String outer = name;
    while (outer.contains(".") && !classes.containsKey(outer)) {
      outer = outer.substring(0, outer.lastIndexOf('.'));
    }
    if (!classes.containsKey(outer)) {
      return false;
    }
    for (String member : name.substring(outer.length() + 1).split("\\.")) {
      if (!isIn(classes.get(outer), member)) {
        return false;
      }
    }
    return true;
  }
}

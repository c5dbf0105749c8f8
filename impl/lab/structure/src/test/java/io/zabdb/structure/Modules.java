package io.zabdb.structure;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules that are built, their packages, and which module uses classes of which. */
final class Modules {

  private static final Pattern MODULE = Pattern.compile("<module>(?:\\.\\./)?([^<]+)</module>");

  /** Where the code of a module is, by its name: the folder below {@code impl}. */
  private final Map<String, Path> folders = new TreeMap<>();

  private final Map<String, String> moduleOfPackage = new HashMap<>();

  /** Reads the list of modules and their packages. */
  static Modules read() throws IOException {
    Modules modules = new Modules();
    Path impl = Sources.impl();
    Matcher found = MODULE.matcher(Files.readString(impl.resolve("pom.xml")));
    while (found.find()) {
      String name = found.group(1);
      Path folder = name.equals("maelstrom") ? impl.resolveSibling(name) : impl.resolve(name);
      if (Files.isDirectory(folder.resolve("src/main/java"))) {
        modules.add(name, folder);
      }
    }
    return modules;
  }

  private void add(String name, Path folder) throws IOException {
    folders.put(name, folder);
    Path root = folder.resolve("src/main/java");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String path = root.relativize(file.getParent()).toString().replace('/', '.');
        String other = moduleOfPackage.putIfAbsent(path, name);
        if (other != null && !other.equals(name)) {
          throw new IllegalStateException(path + " is in the modules " + other + " and " + name);
        }
      }
    }
  }

  /** The modules whose classes each module uses itself. */
  SortedMap<String, SortedSet<String>> dependencies(JavaClasses classes) {
    SortedMap<String, SortedSet<String>> used = new TreeMap<>();
    folders.keySet().forEach(name -> used.put(name, new TreeSet<>()));
    for (JavaClass each : classes) {
      String module = moduleOf(each.getPackageName());
      if (module == null) {
        continue;
      }
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        String other = moduleOf(dependency.getTargetClass().getPackageName());
        if (other != null && !other.equals(module)) {
          used.get(module).add(other);
        }
      }
    }
    return used;
  }

  /** Code that a build generates is of the module whose package is around its own; or null. */
  private String moduleOf(String name) {
    String module = moduleOfPackage.get(name);
    int dot = name.lastIndexOf('.');
    return module != null || dot < 0 ? module : moduleOf(name.substring(0, dot));
  }
}

package io.zabdb.structure;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The simple names of top-level and nested types in sources, each with where it is declared. */
final class TypeNames {

  private final SortedMap<String, TreeSet<String>> declarations = new TreeMap<>();

  /** Reads files as the compiler does, without compiling them. */
  static TypeNames in(Collection<Path> files) throws IOException {
    TypeNames names = new TypeNames();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        if (unit.getPackageName() != null) {
          names.add(unit.getPackageName().toString(), unit.getTypeDecls());
        }
      }
    }
    return names;
  }

  private void add(String where, List<? extends Tree> members) {
    for (Tree member : members) {
      if (member instanceof ClassTree type) {
        String name = type.getSimpleName().toString();
        declarations.computeIfAbsent(name, unknown -> new TreeSet<>()).add(where + "." + name);
        add(where + "." + name, type.getMembers());
      }
    }
  }

  int size() {
    return declarations.size();
  }

  /** The names that are declared more than once, a line each. */
  List<String> doubles() {
    return declarations.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
        .toList();
  }
}

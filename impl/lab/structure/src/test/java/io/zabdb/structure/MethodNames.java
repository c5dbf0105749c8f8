package io.zabdb.structure;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The methods that sources declare, each as {@code Class#method} with the simple name of both. */
final class MethodNames {

  private final Set<String> names = new HashSet<>();

  /** Reads files as the compiler does, without compiling them. */
  static MethodNames in(Collection<Path> files) throws IOException {
    MethodNames names = new MethodNames();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        names.add("", unit.getTypeDecls());
      }
    }
    return names;
  }

  private void add(String type, List<? extends Tree> members) {
    for (Tree member : members) {
      if (member instanceof ClassTree nested) {
        add(nested.getSimpleName().toString(), nested.getMembers());
      } else if (member instanceof MethodTree method) {
        names.add(type + "#" + method.getName());
      }
    }
  }

  boolean has(String name) {
    return names.contains(name);
  }
}

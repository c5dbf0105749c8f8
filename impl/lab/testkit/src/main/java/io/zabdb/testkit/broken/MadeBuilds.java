package io.zabdb.testkit.broken;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Broken builds that a machine makes of a class: each method that answers yes or no, and has code,
 * answers the same always; and of each {@code &&} and {@code ||}, one side is not asked. Some of
 * them are as good as the product: which, people have to say.
 */
public final class MadeBuilds {

  private final String type;
  private final String source;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final List<BrokenBuild> made = new ArrayList<>();
  private final Map<String, Integer> methods = new HashMap<>();

  private MadeBuilds(
      String type, String source, CompilationUnitTree unit, SourcePositions positions) {
    this.type = type;
    this.source = source;
    this.unit = unit;
    this.positions = positions;
  }

  /**
   * Makes all, in the order of the text; needs a JDK.
   *
   * @param type a class of the product, with its package
   * @param impl the folder {@code impl} of the repository
   */
  public static List<BrokenBuild> of(String type, Path impl) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  null,
                  null,
                  files.getJavaFileObjects(BrokenBuild.fileOf(type, impl)));
      CompilationUnitTree unit = task.parse().iterator().next();
      String source = unit.getSourceFile().getCharContent(true).toString();
      MadeBuilds builds =
          new MadeBuilds(type, source, unit, Trees.instance(task).getSourcePositions());
      builds.new Methods().scan(unit, null);
      return builds.made;
    }
  }

  private String text(Tree tree) {
    return source.substring(start(tree), end(tree));
  }

  private int start(Tree tree) {
    return (int) positions.getStartPosition(unit, tree);
  }

  private int end(Tree tree) {
    return (int) positions.getEndPosition(unit, tree);
  }

  /** Looks for methods, and makes what can be made of each. */
  private final class Methods extends TreeScanner<Void, Void> {

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      if (method.getBody() != null) {
        int number = methods.merge(method.getName().toString(), 1, Integer::sum);
        String name = method.getName() + (number == 1 ? "" : Integer.toString(number));
        if (method.getReturnType() != null && text(method.getReturnType()).equals("boolean")) {
          add(method, name, "true", method.getBody(), "{ return true; }", "is always true");
          add(method, name, "false", method.getBody(), "{ return false; }", "is never true");
        }
        new Operands(method, name).scan(method.getBody(), null);
      }
      return super.visitMethod(method, null);
    }
  }

  /** Looks for operands in a method. */
  private final class Operands extends TreeScanner<Void, Void> {

    private final MethodTree method;
    private final String name;
    private int dropped;

    Operands(MethodTree method, String name) {
      this.method = method;
      this.name = name;
    }

    @Override
    public Void visitBinary(BinaryTree binary, Void unused) {
      boolean isAnd = binary.getKind() == Tree.Kind.CONDITIONAL_AND;
      if (isAnd || binary.getKind() == Tree.Kind.CONDITIONAL_OR) {
        drop(binary.getLeftOperand(), isAnd);
        drop(binary.getRightOperand(), isAnd);
      }
      return super.visitBinary(binary, null);
    }

    /** One that is made of others is not dropped as a whole: they are, one by one. */
    private void drop(ExpressionTree operand, boolean isAnd) {
      boolean isWhole =
          operand.getKind() == (isAnd ? Tree.Kind.CONDITIONAL_AND : Tree.Kind.CONDITIONAL_OR);
      if (!isWhole) {
        dropped++;
        String replacement = isAnd ? "true" : "false";
        String breaks = "does not ask for " + text(operand).replaceAll("\\s+", " ");
        add(method, name, "drop" + dropped, operand, replacement, breaks);
      }
    }
  }

  private void add(
      MethodTree method, String name, String kind, Tree place, String replacement, String breaks) {
    String before = text(method);
    int from = start(place) - start(method);
    String after =
        before.substring(0, from)
            + replacement
            + before.substring(from + end(place) - start(place));
    String simple = type.substring(type.lastIndexOf('.') + 1);
    made.add(
        new BrokenBuild(
            simple + "." + name + "." + kind,
            simple + "." + method.getName() + " " + breaks,
            type,
            before,
            after));
  }
}

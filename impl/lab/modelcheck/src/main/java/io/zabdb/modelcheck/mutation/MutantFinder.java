package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.explain.NextFinder;
import io.zabdb.modelcheck.explain.Sany;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.mutation.Mutant.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.LevelNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.st.Location;

/**
 * Finds the places of a base module at which the next-state relations of its models can be changed:
 * the conjuncts of guards, the conditions of IF, the updates of variables, and the parts of actions
 * that are actions themselves. The relations are followed through all definitions of the spec tree;
 * the places are those in the base module and its parts, which are the modules of the same folder
 * that it extends and that have no models of their own.
 */
final class MutantFinder {

  private static final Set<String> CONJUNCTIONS = Set.of("$ConjList", "\\land");
  private static final String IF = "$IfThenElse";
  private static final String PRIME = "'";
  private static final String UNCHANGED = "UNCHANGED";

  /** Operators that make a definition a condition. */
  private static final Set<String> CONDITIONS =
      Set.of(
          "=",
          "/=",
          "\\in",
          "\\notin",
          "<",
          ">",
          "\\leq",
          "\\geq",
          "\\subseteq",
          "\\lor",
          "\\lnot",
          "=>",
          "\\equiv",
          "$DisjList",
          "$BoundedForall",
          "$BoundedExists");

  /** SANY's level of expressions with primes. */
  private static final int ACTION = 2;

  private final Map<String, Path> files;

  /** The lines of the base module and its parts, by name. */
  private final Map<String, List<String>> own = new TreeMap<>();

  private final Set<OpDefNode> visited = new LinkedHashSet<>();

  /** Where the definitions stand that are a conjunct somewhere. */
  private final Set<String> asked = new HashSet<>();

  private final Map<String, Mutant> found = new HashMap<>();

  private MutantFinder(Map<String, Path> files) {
    this.files = files;
  }

  /**
   * The mutants of a base module, in the order of its text.
   *
   * @param models the models whose next-state relations are followed
   * @throws IOException if the module has errors or cannot be read
   */
  static List<Mutant> find(String base, ModelCatalog catalog, List<Model> models)
      throws IOException {
    Map<String, Path> files = catalog.modules().all();
    MutantFinder finder = new MutantFinder(files);
    finder.own.put(base, Files.readAllLines(files.get(base)));
    for (ModuleNode extended : Sany.parse(base, files).getExtendedModuleSet(true)) {
      String name = extended.getName().toString();
      if (isPart(name, base, catalog)) {
        finder.own.put(name, Files.readAllLines(files.get(name)));
      }
    }
    Map<String, ModuleNode> roots = new HashMap<>();
    for (Model model : models) {
      if (!roots.containsKey(model.rootName())) {
        roots.put(model.rootName(), Sany.parse(model.rootName(), files));
      }
      finder.define(NextFinder.find(roots.get(model.rootName()), model.config()));
    }
    finder.addConditionsNobodyAsks();
    return finder.numbered();
  }

  private static boolean isPart(String module, String base, ModelCatalog catalog) {
    Map<String, Path> files = catalog.modules().all();
    return files.containsKey(module)
        && files.get(module).getParent().equals(files.get(base).getParent())
        && catalog.models().stream().noneMatch(model -> model.base().equals(module));
  }

  private void define(OpDefNode definition) {
    if (files.containsKey(definition.getLocation().source()) && visited.add(definition)) {
      visit(definition.getBody(), definition);
    }
  }

  private boolean isOwn(SemanticNode node) {
    return own.containsKey(node.getLocation().source());
  }

  private void visit(SemanticNode node, OpDefNode in) {
    if (node instanceof LetInNode let) {
      for (OpDefNode local : let.getLets()) {
        visit(local.getBody(), in);
      }
      visit(let.getBody(), in);
    } else if (node instanceof OpApplNode application) {
      visitApplication(application, in);
    }
  }

  private void visitApplication(OpApplNode node, OpDefNode in) {
    String operator = node.getOperator().getName().toString();
    if (operator.equals(PRIME) || operator.equals(UNCHANGED)) {
      return;
    }
    if (updated(node) != null) {
      String kept = updated(node) + "' = " + updated(node);
      add(in, Kind.KEEP, node, kept);
      visit(node.getArgs()[1], in);
      return;
    }
    if (CONJUNCTIONS.contains(operator)) {
      Arrays.stream(node.getArgs()).forEach(part -> conjunct(part, in));
    } else if (operator.equals(IF)) {
      conjunct(node.getArgs()[0], in);
    }
    if (node.getOperator() instanceof OpDefNode definition && !definition.isBuiltIn()) {
      define(definition);
    }
    for (SemanticNode child : children(node)) {
      visit(child, in);
    }
  }

  private static List<SemanticNode> children(OpApplNode node) {
    SemanticNode[] children = node.getChildren();
    return children == null
        ? List.of()
        : Arrays.stream(children).filter(child -> child != null).toList();
  }

  private void conjunct(SemanticNode node, OpDefNode in) {
    if (!(node instanceof LevelNode expression) || expression.getLevel() > ACTION) {
      return;
    }
    if (!(node instanceof OpApplNode application)) {
      if (expression.getLevel() < ACTION) {
        addCondition(node, in);
      }
      return;
    }
    String operator = application.getOperator().getName().toString();
    if (CONJUNCTIONS.contains(operator) || operator.equals(UNCHANGED) || updated(node) != null) {
      return;
    }
    if (application.getOperator() instanceof OpDefNode definition) {
      asked.add(definition.getLocation().toString());
    }
    if (expression.getLevel() < ACTION) {
      addCondition(node, in);
      return;
    }
    Set<String> assigned = new TreeSet<>();
    assigned(node, assigned, new HashSet<>());
    if (assigned.isEmpty()) {
      addCondition(node, in);
    } else if (application.getOperator() instanceof OpDefNode definition && isOwn(definition)) {
      add(in, Kind.SKIP, node, "UNCHANGED <<" + String.join(", ", assigned) + ">>");
    }
  }

  /** The variable that an update is of; null if the node is none. */
  private static String updated(SemanticNode node) {
    if (node instanceof OpApplNode application
        && Set.of("=", "\\in").contains(application.getOperator().getName().toString())
        && application.getArgs()[0] instanceof OpApplNode left
        && left.getOperator().getName().toString().equals(PRIME)
        && left.getArgs()[0] instanceof OpApplNode variable
        && variable.getOperator() instanceof OpDeclNode) {
      return variable.getOperator().getName().toString();
    }
    return null;
  }

  /** The variables to which an action gives values. */
  private static void assigned(SemanticNode node, Set<String> names, Set<SemanticNode> seen) {
    if (node instanceof LetInNode let) {
      assigned(let.getBody(), names, seen);
    }
    if (!(node instanceof OpApplNode application)) {
      return;
    }
    String operator = application.getOperator().getName().toString();
    if (operator.equals(UNCHANGED)) {
      variables(application.getArgs()[0], names);
    } else if (updated(node) != null) {
      names.add(updated(node));
    } else {
      if (application.getOperator() instanceof OpDefNode definition
          && !definition.isBuiltIn()
          && seen.add(definition)) {
        assigned(definition.getBody(), names, seen);
      }
      children(application).forEach(child -> assigned(child, names, seen));
    }
  }

  /** The variables of a tuple, by name or by the names of tuples. */
  private static void variables(SemanticNode node, Set<String> names) {
    if (node instanceof OpApplNode application) {
      if (application.getOperator() instanceof OpDeclNode variable) {
        names.add(variable.getName().toString());
      } else if (application.getOperator() instanceof OpDefNode definition
          && !definition.isBuiltIn()) {
        variables(definition.getBody(), names);
      }
      children(application).forEach(child -> variables(child, names));
    }
  }

  /** Conditions that sets are chosen by: no action has them as a conjunct. */
  private void addConditionsNobodyAsks() {
    for (OpDefNode definition : visited) {
      if (!asked.contains(definition.getLocation().toString())
          && definition.getBody() instanceof OpApplNode body
          && body.getLevel() < ACTION
          && CONDITIONS.contains(body.getOperator().getName().toString())) {
        addCondition(body, definition);
      }
    }
  }

  private void addCondition(SemanticNode node, OpDefNode in) {
    String text = isOwn(node) ? text(node.getLocation()) : "";
    if (!text.equals("FALSE")) {
      add(in, Kind.DROP, node, "TRUE");
      add(in, Kind.NEGATE, node, "");
    }
  }

  private void add(OpDefNode in, Kind kind, SemanticNode node, String replacement) {
    Location at = node.getLocation();
    if (isOwn(node) && !text(at).equals(replacement)) {
      String name = in.getName().toString();
      found.put(kind + " " + at, new Mutant(at.source(), name, kind, text(at), 1, at, replacement));
    }
  }

  /** The source of an expression, in one line. */
  private String text(Location at) {
    List<String> lines = own.get(at.source());
    StringBuilder text = new StringBuilder();
    for (int line = at.beginLine(); line <= at.endLine(); line++) {
      String whole = lines.get(line - 1);
      int from = line == at.beginLine() ? at.beginColumn() - 1 : 0;
      int to = line == at.endLine() ? at.endColumn() : whole.length();
      text.append(whole, from, to).append(' ');
    }
    return text.toString().strip().replaceAll("\\s+", " ");
  }

  private List<Mutant> numbered() {
    Map<String, Integer> count = new HashMap<>();
    return found.values().stream()
        .sorted(
            Comparator.comparing(Mutant::module)
                .thenComparing(mutant -> mutant.at().beginLine())
                .thenComparing(mutant -> mutant.at().beginColumn())
                .thenComparing(Mutant::kind))
        .map(
            mutant ->
                new Mutant(
                    mutant.module(),
                    mutant.definition(),
                    mutant.kind(),
                    mutant.text(),
                    count.merge(mutant.name(), 1, Integer::sum),
                    mutant.at(),
                    mutant.replacement()))
        .collect(Collectors.toList());
  }
}

package io.zabdb.modelcheck.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.LevelConstants;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;

/**
 * Rewrites a next-state relation so that each step also says which action it is, and with which
 * parameters: {@code \E s \in Server : Crash(s) /\ Count} becomes {@code \E s \in Server :
 * (Crash(s) /\ label' = <<"Crash", <<s>>>>) /\ Count}.
 *
 * <p>TLC names a step after the definition it finds at the end of a chain of disjunctions, which in
 * a model is often the model's wrapper and never has parameters. Here the name is that of the base
 * module's action: definitions in models are looked through.
 */
final class Labeller {

  /** Words of TLA+ that only gather actions, by SANY's names for them. */
  private static final List<String> DISJUNCTIONS = List.of("$DisjList", "\\lor");

  private static final List<String> CONJUNCTIONS = List.of("$ConjList", "\\land");
  private static final String EXISTS = "$BoundedExists";
  private static final String IF = "$IfThenElse";

  private final ModuleNode root;
  private final Map<String, String> substitutions;
  private final Predicate<String> isBase;
  private final Sources sources;
  private final String label;
  private final Map<String, String> definitions = new LinkedHashMap<>();

  /**
   * A labeller.
   *
   * @param root the parsed root module
   * @param substitutions operators that the configuration replaces
   * @param isBase whether a module of this name is a base module, whose actions give the names
   * @param label the variable that takes the label
   */
  Labeller(
      ModuleNode root,
      Map<String, String> substitutions,
      Predicate<String> isBase,
      Sources sources,
      String label) {
    this.root = root;
    this.substitutions = substitutions;
    this.isBase = isBase;
    this.sources = sources;
    this.label = label;
  }

  /** The labelled form of a next-state relation, given by the name of its definition. */
  String label(OpDefNode next) {
    return rewrite(next.getBody(), next.getName().toString());
  }

  /** The definitions that the labelled form uses, in order. */
  String definitions() {
    return String.join("\n", definitions.values());
  }

  private String rewrite(ExprNode node, String enclosing) {
    if (node instanceof LetInNode let) {
      String lets =
          Arrays.stream(let.getLets()).map(this::definition).collect(Collectors.joining("\n"));
      return "(LET " + lets + "\nIN " + rewrite(let.getBody(), enclosing) + ")";
    }
    if (!(node instanceof OpApplNode application)) {
      return leaf(node, enclosing, List.of());
    }
    String operator = nameOf(application);
    if (DISJUNCTIONS.contains(operator)) {
      return arguments(application).stream()
          .map(argument -> rewrite(argument, enclosing))
          .collect(Collectors.joining(" \\/ ", "(", ")"));
    }
    if (operator.equals(EXISTS)) {
      return "(\\E "
          + binders(application)
          + " : "
          + rewrite(arguments(application).get(0), enclosing)
          + ")";
    }
    if (operator.equals(IF)) {
      List<ExprNode> parts = arguments(application);
      return "(IF "
          + sources.quote(parts.get(0))
          + " THEN "
          + rewrite(parts.get(1), enclosing)
          + " ELSE "
          + rewrite(parts.get(2), enclosing)
          + ")";
    }
    if (CONJUNCTIONS.contains(operator) && namesAction(application)) {
      return rewriteConjunction(application, enclosing);
    }
    if (isUserDefined(application) && isAction(application)) {
      return rewriteCall(application, operator);
    }
    return leaf(node, enclosing, List.of());
  }

  /** The first part that names an action is labelled; the others are guards and bookkeeping. */
  private String rewriteConjunction(OpApplNode conjunction, String enclosing) {
    List<String> parts = new ArrayList<>();
    boolean labelled = false;
    for (ExprNode part : arguments(conjunction)) {
      boolean names = !labelled && namesAction(part);
      parts.add(names ? rewrite(part, enclosing) : sources.quote(part));
      labelled |= names;
    }
    return "(" + String.join(" /\\ ", parts) + ")";
  }

  private String rewriteCall(OpApplNode call, String operator) {
    OpDefNode definition = (OpDefNode) call.getOperator();
    boolean lookThrough =
        isBaseAction(definition)
            ? gathers(definition.getBody())
            : namesAction(definition.getBody());
    OpDefNode body = replaced(definition);
    if (!lookThrough || body == null || operator.contains("!")) {
      return leaf(call, operator, arguments(call));
    }
    String name = "Explain" + operator;
    if (!definitions.containsKey(name)) {
      String formals = formals(body);
      definitions.put(name, "");
      String text = name + formals + " ==\n  " + rewrite(body.getBody(), operator) + "\n";
      // Those it uses have been added meanwhile and must come first.
      definitions.remove(name);
      definitions.put(name, text);
    }
    String actuals = arguments(call).stream().map(sources::quote).collect(Collectors.joining(", "));
    return actuals.isEmpty() ? name : name + "(" + actuals + ")";
  }

  private String leaf(ExprNode node, String name, List<ExprNode> arguments) {
    String values = arguments.stream().map(sources::quote).collect(Collectors.joining(", "));
    return "("
        + sources.quote(node)
        + " /\\ "
        + label
        + "' = <<\""
        + name
        + "\", <<"
        + values
        + ">>>>)";
  }

  /** Whether the expression leads, through what only gathers, to an action of a base module. */
  private boolean namesAction(SemanticNode node) {
    if (node instanceof LetInNode let) {
      return namesAction(let.getBody());
    }
    if (!(node instanceof OpApplNode application)) {
      return false;
    }
    if (isUserDefined(application)) {
      OpDefNode definition = (OpDefNode) application.getOperator();
      return isAction(application)
          && (isBaseAction(definition) || namesAction(definition.getBody()));
    }
    String operator = nameOf(application);
    boolean gathers =
        DISJUNCTIONS.contains(operator)
            || CONJUNCTIONS.contains(operator)
            || operator.equals(EXISTS)
            || operator.equals(IF);
    return gathers && arguments(application).stream().anyMatch(this::namesAction);
  }

  /**
   * Whether a definition of a base module is only a list of actions, as Next is; otherwise it is an
   * action itself. In a list, an action may have a guard; but {@code Foo(s) == guard /\ Helper(s)}
   * is the action Foo.
   */
  private boolean gathers(SemanticNode node) {
    return node instanceof OpApplNode application
        && (DISJUNCTIONS.contains(nameOf(application)) || nameOf(application).equals(EXISTS))
        && arguments(application).stream()
            .allMatch(part -> gathers(part) || isCall(part) || isGuarded(part));
  }

  private boolean isGuarded(SemanticNode node) {
    if (!(node instanceof OpApplNode application) || !CONJUNCTIONS.contains(nameOf(application))) {
      return false;
    }
    List<ExprNode> actions = arguments(application).stream().filter(Labeller::isAction).toList();
    return actions.size() == 1 && (isCall(actions.get(0)) || gathers(actions.get(0)));
  }

  /**
   * A call of an action: actions are given nodes and messages; what is given a new record is a
   * helper such as Send.
   */
  private static boolean isCall(SemanticNode node) {
    return node instanceof OpApplNode application
        && isUserDefined(application)
        && isAction(application)
        && arguments(application).stream()
            .noneMatch(
                argument ->
                    argument instanceof OpApplNode made && nameOf(made).equals("$RcdConstructor"));
  }

  private boolean isBaseAction(OpDefNode definition) {
    ModuleNode module = definition.getOriginallyDefinedInModuleNode();
    return module != null && isBase.test(module.getName().toString());
  }

  /**
   * The definition that the configuration puts in place of another; null if there is none of that
   * name.
   */
  private OpDefNode replaced(OpDefNode definition) {
    String other = substitutions.get(definition.getName().toString());
    return other == null ? definition : root.getOpDef(other);
  }

  private static boolean isAction(SemanticNode node) {
    return node instanceof ExprNode expression
        && expression.getLevel() == LevelConstants.ActionLevel;
  }

  private static boolean isUserDefined(OpApplNode application) {
    return application.getOperator() instanceof OpDefNode definition
        && !definition.isBuiltIn()
        && !definition.isStandardModule();
  }

  private static String nameOf(OpApplNode application) {
    return application.getOperator().getName().toString();
  }

  private static List<ExprNode> arguments(OpApplNode application) {
    List<ExprNode> arguments = new ArrayList<>();
    for (ExprOrOpArgNode argument : application.getArgs()) {
      if (argument instanceof ExprNode expression) {
        arguments.add(expression);
      }
    }
    return arguments;
  }

  private static String formals(OpDefNode definition) {
    String names = names(definition.getParams());
    return names.isEmpty() ? "" : "(" + names + ")";
  }

  private static String names(FormalParamNode[] parameters) {
    return Arrays.stream(parameters)
        .map(parameter -> parameter.getName().toString())
        .collect(Collectors.joining(", "));
  }

  private String definition(OpDefNode definition) {
    return definition.getName()
        + formals(definition)
        + " == "
        + sources.quote(definition.getBody());
  }

  private String binders(OpApplNode exists) {
    List<String> binders = new ArrayList<>();
    for (int i = 0; i < exists.getBdedQuantBounds().length; i++) {
      String names = names(exists.getBdedQuantSymbolLists()[i]);
      boolean tuple = exists.isBdedQuantATuple()[i];
      String bound = sources.quote(exists.getBdedQuantBounds()[i]);
      binders.add((tuple ? "<<" + names + ">>" : names) + " \\in " + bound);
    }
    return String.join(", ", binders);
  }
}

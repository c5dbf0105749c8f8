package io.zabdb.modelcheck.explain;

import io.zabdb.modelcheck.model.CfgFile;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;

/**
 * Finds the next-state relation that a configuration means: its NEXT, or the {@code [][Next]_vars}
 * of its SPECIFICATION.
 */
public final class NextFinder {

  private NextFinder() {}

  /**
   * The definition of the next-state relation.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static OpDefNode find(ModuleNode root, CfgFile config) {
    String name = config.word("NEXT");
    if (!name.isEmpty()) {
      return root.getOpDef(name);
    }
    OpDefNode specification = root.getOpDef(config.word("SPECIFICATION"));
    OpDefNode next = specification == null ? null : search(specification.getBody());
    if (next == null) {
      throw new IllegalArgumentException(
          "no next-state relation in " + config.word("SPECIFICATION"));
    }
    return next;
  }

  private static OpDefNode search(SemanticNode node) {
    if (!(node instanceof OpApplNode application)) {
      return null;
    }
    if (application.getOperator().getName().toString().equals("$SquareAct")
        && application.getArgs()[0] instanceof OpApplNode next
        && next.getOperator() instanceof OpDefNode definition) {
      return definition;
    }
    for (SemanticNode argument : application.getArgs()) {
      OpDefNode found = search(argument);
      if (found != null) {
        return found;
      }
    }
    // Spec == Base!Spec /\ Fairness and the like.
    return application.getOperator() instanceof OpDefNode definition && !definition.isBuiltIn()
        ? search(definition.getBody())
        : null;
  }
}

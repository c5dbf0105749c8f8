package io.zabdb.modelcheck.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tla2sany.st.Location;

/**
 * A module with one place changed.
 *
 * @param module the module that is changed
 * @param definition the definition that holds the place
 * @param kind what is done to the place
 * @param text the expression at the place, in one line
 * @param number which one it is of those with the same definition, kind and text, from 1
 * @param at where the expression stands
 * @param replacement what stands there instead; for NEGATE: nothing
 */
record Mutant(
    String module,
    String definition,
    Kind kind,
    String text,
    int number,
    Location at,
    String replacement) {

  /** What may be done to a place. */
  enum Kind {
    /** A condition is not asked. */
    DROP,
    /** The opposite of a condition is asked. */
    NEGATE,
    /** A variable keeps its value. */
    KEEP,
    /** A part of an action is not taken: its variables keep their values. */
    SKIP
  }

  /** How people and lists of survivors call it; it says nothing of lines, which move. */
  String name() {
    String name =
        kind.name().toLowerCase(Locale.ROOT) + " " + module + "!" + definition + ": " + text;
    return number == 1 ? name : name + " #" + number;
  }

  /**
   * The lines of the module with the place changed. TLA+ reads the shape of bulleted lists from
   * columns, so everything else keeps its column: what follows on the same line goes to a line of
   * its own.
   */
  List<String> applyTo(List<String> lines) {
    String before = lines.get(at.beginLine() - 1).substring(0, at.beginColumn() - 1);
    String after = lines.get(at.endLine() - 1).substring(at.endColumn());
    List<String> changed = new ArrayList<>(lines.subList(0, at.beginLine() - 1));
    if (kind == Kind.NEGATE) {
      changed.add(before + "~(");
      changed.addAll(expression(lines));
      changed.add(" ".repeat(at.beginColumn()) + ")");
    } else {
      changed.add(before + replacement);
    }
    changed.add(" ".repeat(at.endColumn()) + after);
    changed.addAll(lines.subList(at.endLine(), lines.size()));
    return changed;
  }

  /** The lines of the expression, without what stands beside it. */
  private List<String> expression(List<String> lines) {
    List<String> own = new ArrayList<>(lines.subList(at.beginLine() - 1, at.endLine()));
    int last = own.size() - 1;
    own.set(last, own.get(last).substring(0, at.endColumn()));
    own.set(0, " ".repeat(at.beginColumn() - 1) + own.get(0).substring(at.beginColumn() - 1));
    return own;
  }
}

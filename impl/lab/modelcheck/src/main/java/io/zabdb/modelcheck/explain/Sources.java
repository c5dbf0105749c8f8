package io.zabdb.modelcheck.explain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tla2sany.semantic.SemanticNode;
import tla2sany.st.Location;

/** The source text of parsed expressions. */
final class Sources {

  private final Map<String, Path> modules;
  private final Map<String, List<String>> lines = new HashMap<>();

  Sources(Map<String, Path> modules) {
    this.modules = modules;
  }

  /**
   * The text of an expression in parentheses. Where it spans lines, each keeps its column: TLA+
   * reads the shape of bulleted lists from columns.
   */
  String quote(SemanticNode node) {
    Location at = node.getLocation();
    List<String> source = lines.computeIfAbsent(at.source(), this::read);
    if (at.beginLine() == at.endLine()) {
      return "("
          + source.get(at.beginLine() - 1).substring(at.beginColumn() - 1, at.endColumn())
          + ")";
    }
    StringBuilder text = new StringBuilder("(\n").append(" ".repeat(at.beginColumn() - 1));
    text.append(source.get(at.beginLine() - 1).substring(at.beginColumn() - 1)).append('\n');
    for (int line = at.beginLine() + 1; line < at.endLine(); line++) {
      text.append(source.get(line - 1)).append('\n');
    }
    return text.append(source.get(at.endLine() - 1), 0, at.endColumn()).append("\n)").toString();
  }

  private List<String> read(String module) {
    try {
      return Files.readAllLines(modules.get(module));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

package io.zabdb.simulator.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A bug that is put into the product by hand: a piece of source text that is replaced.
 *
 * @param bug what is wrong then, in a few words
 * @param module of the product, as a folder of {@code impl}
 * @param type the class, with its package
 * @param before a text that is there once
 * @param after what takes its place
 * @param seed of profile {@code node}, which finds it
 * @param property what is violated then
 */
record SourceMutant(
    String bug,
    String module,
    String type,
    String before,
    String after,
    long seed,
    String property) {

  /**
   * The source of the class with the bug in it.
   *
   * @throws IllegalStateException if the text is not there once
   */
  String source(Path impl) throws IOException {
    Path file = impl.resolve(module + "/src/main/java/" + type.replace('.', '/') + ".java");
    String source = Files.readString(file);
    int at = source.indexOf(before);
    if (at < 0 || source.indexOf(before, at + 1) >= 0) {
      throw new IllegalStateException(
          "\"" + bug + "\" does not apply: " + file + " must have this text, once: " + before);
    }
    return source.substring(0, at) + after + source.substring(at + before.length());
  }

  String simpleName() {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}

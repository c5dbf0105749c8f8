package io.zabdb.testkit.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The product with one place of one class changed.
 *
 * @param name tells it from others; of letters, digits and dots
 * @param breaks what is wrong then, in a few words
 * @param type the class that is changed, with its package
 * @param before the text that is replaced; it is in the class once, however its lines are broken
 * @param after what takes its place
 */
public record BrokenBuild(String name, String breaks, String type, String before, String after) {

  private static final Pattern TOKEN = Pattern.compile("\\w+|\\S");

  /**
   * The source of the class with the bug in it.
   *
   * @param impl the folder {@code impl} of the repository
   * @throws IllegalStateException if the text is not there once
   */
  public String source(Path impl) throws IOException {
    Path file = fileOf(type, impl);
    String source = Files.readString(file);
    Matcher place = tokensOf(before).matcher(source);
    boolean isThere = place.find();
    int start = isThere ? place.start() : 0;
    int end = isThere ? place.end() : 0;
    if (!isThere || place.find()) {
      throw new IllegalStateException(
          name + " does not apply: " + file + " must have this text, once: " + before);
    }
    return source.substring(0, start) + after + source.substring(end);
  }

  /**
   * Puts the bug into another copy of the project.
   *
   * @param impl the folder {@code impl} of this one
   * @param copy that of the other one
   * @throws IllegalStateException if the text is not there once
   */
  public void writeTo(Path impl, Path copy) throws IOException {
    Files.writeString(fileOf(type, copy), source(impl));
  }

  private static Pattern tokensOf(String text) {
    return Pattern.compile(
        TOKEN
            .matcher(text)
            .results()
            .map(
                token ->
                    token.group().matches("\\w+")
                        ? "\\b" + token.group() + "\\b"
                        : Pattern.quote(token.group()))
            .collect(Collectors.joining("\\s*")));
  }

  /** The folder of its module, below {@code impl}: packages begin with its name. */
  public String module() {
    return moduleOf(type);
  }

  private static String moduleOf(String type) {
    return type.split("\\.")[2];
  }

  /** Where the source of a class is. */
  static Path fileOf(String type, Path impl) {
    return impl.resolve(moduleOf(type) + "/src/main/java/" + type.replace('.', '/') + ".java");
  }

  /** The class without its package. */
  public String simpleType() {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}

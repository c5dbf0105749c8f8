package io.zabdb.modelcheck.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds links in Markdown files that lead nowhere: to a file or a heading that does not exist. */
final class DocLinks {

  private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?[^)]*\\)");
  private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\n]*`", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^#+\\s+(.*?)\\s*$", Pattern.MULTILINE);

  private DocLinks() {}

  /** All Markdown files below a folder, without build output. */
  static List<Path> files(Path top) throws IOException {
    try (Stream<Path> tree = Files.walk(top)) {
      return tree.filter(file -> file.toString().endsWith(".md"))
          .filter(
              file ->
                  !top.relativize(file).toString().matches("(.*/)?(target|\\.git|node_modules)/.*"))
          .sorted()
          .toList();
    }
  }

  /** Where the links of a file lead, pictures and other sites aside; none if it is not there. */
  static List<String> links(Path file) throws IOException {
    List<String> links = new ArrayList<>();
    if (Files.exists(file)) {
      String text = CODE.matcher(Files.readString(file)).replaceAll("");
      Matcher link = LINK.matcher(text);
      while (link.find()) {
        if (!isPicture(text, link.start()) && !link.group(1).matches("[a-z]+:.*")) {
          links.add(link.group(1));
        }
      }
    }
    return links;
  }

  /**
   * @param end of what is between the link's square brackets
   */
  private static boolean isPicture(String text, int end) {
    int start = text.lastIndexOf('[', end);
    return start > 0 && text.charAt(start - 1) == '!';
  }

  /** The broken links of a file; links to other sites are not followed. */
  static List<String> broken(Path file) throws IOException {
    List<String> broken = new ArrayList<>();
    Matcher link = LINK.matcher(CODE.matcher(Files.readString(file)).replaceAll(""));
    while (link.find()) {
      String target = link.group(1);
      if (!target.matches("[a-z]+:.*") && !resolves(file, target)) {
        broken.add(target);
      }
    }
    return broken;
  }

  private static boolean resolves(Path file, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path found = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
    if (!Files.exists(found)) {
      return false;
    }
    boolean toHeading = parts.length == 2 && found.toString().endsWith(".md");
    return !toHeading || anchors(Files.readString(found)).contains(parts[1]);
  }

  /** Headings as GitHub turns them into anchors: lower case, hyphens for spaces, no punctuation. */
  private static Set<String> anchors(String text) {
    Set<String> anchors = new HashSet<>();
    Matcher heading = HEADING.matcher(text);
    while (heading.find()) {
      String plain = heading.group(1).replace("`", "").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
      String anchor =
          plain.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
      int copies = 0;
      while (!anchors.add(copies == 0 ? anchor : anchor + "-" + copies)) {
        copies++;
      }
    }
    return anchors;
  }
}

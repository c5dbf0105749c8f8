package io.zabdb.modelcheck.repository;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What newcomers see first: README.md, which sends them to few other pages, and docs/README.md,
 * from which every page is reached.
 */
final class FrontDoor {

  /** How many links README.md may have, pictures aside. */
  private static final int MAX_LINKS = 6;

  private final Path home;
  private final Path index;

  /**
   * @param home of the repository
   */
  FrontDoor(Path home) {
    this.home = home;
    index = home.resolve("docs/README.md");
  }

  /** What is wrong with it, in sentences; empty: nothing. */
  List<String> problems() throws IOException {
    List<String> problems = new ArrayList<>();
    List<String> links = DocLinks.links(home.resolve("README.md"));
    if (links.size() > MAX_LINKS) {
      problems.add(
          "README.md has "
              + links.size()
              + " links, at most "
              + MAX_LINKS
              + " may be: "
              + String.join(", ", links));
    }
    if (links.stream().noneMatch("docs/README.md"::equals)) {
      problems.add("README.md has no link to docs/README.md");
    }
    Set<Path> listed = new TreeSet<>();
    for (String link : DocLinks.links(index)) {
      listed.add(index.resolveSibling(link.split("#", 2)[0]).normalize());
    }
    for (Path page : DocLinks.files(home)) {
      boolean isPage = page.startsWith(index.getParent()) && !page.equals(index);
      // A folder that is listed stands for its pages.
      if (isPage && !listed.contains(page) && !listed.contains(page.getParent())) {
        problems.add("docs/README.md does not list " + home.relativize(page));
      }
    }
    return problems;
  }
}

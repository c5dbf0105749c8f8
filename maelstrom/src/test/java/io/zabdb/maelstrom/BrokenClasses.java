package io.zabdb.maelstrom;

import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import io.zabdb.testkit.broken.CompiledBuild;
import java.nio.file.Path;

/** Writes the classes of a broken build into a folder, for {@code maelstrom/run}. Of tests. */
public final class BrokenClasses {

  private BrokenClasses() {}

  /**
   * Writes them.
   *
   * @param arguments the name of the build, the folder {@code impl} of the repository, and the
   *     folder
   */
  public static void main(String[] arguments) throws Exception {
    BrokenBuild build = BrokenBuilds.named(arguments[0]).orElse(null);
    if (build == null) {
      System.err.println(
          "maelstrom: there is no broken build "
              + arguments[0]
              + ", but "
              + BrokenBuilds.all().stream().map(BrokenBuild::name).toList());
      System.exit(2);
      return;
    }
    CompiledBuild.of(build, Path.of(arguments[1])).writeTo(Path.of(arguments[2]));
    System.err.println("broken build " + build.name() + ": " + build.breaks());
  }
}

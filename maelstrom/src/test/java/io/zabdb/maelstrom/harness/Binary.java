package io.zabdb.maelstrom.harness;

import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import io.zabdb.testkit.broken.CompiledBuild;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What nodes run.
 *
 * @param options of Java
 * @param classes the class path
 * @param main the class to run
 */
public record Binary(List<String> options, String classes, String main) {

  private static final String MAIN = "io.zabdb.maelstrom.main.Main";
  private static final String TESTED =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  /** As it is shipped. */
  public static final Binary PRODUCT = new Binary(List.of(), TESTED, MAIN);

  /** With a broken core. */
  static Binary mutant(String name) {
    return new Binary(List.of("-Dzabdb.mutant=" + name), TESTED, "io.zabdb.maelstrom.MutantMain");
  }

  /**
   * With a bug in it.
   *
   * @param name of a build of {@link BrokenBuilds}
   * @param folder takes the classes that differ
   */
  public static Binary broken(String name, Path folder) throws IOException {
    BrokenBuild build =
        BrokenBuilds.named(name)
            .orElseThrow(() -> new IllegalArgumentException("no broken build " + name));
    CompiledBuild.of(build, Path.of("../impl")).writeTo(folder);
    return new Binary(List.of(), folder + File.pathSeparator + TESTED, MAIN);
  }

  /** The command that runs it. */
  List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    command.addAll(options);
    command.addAll(List.of("-cp", classes, main));
    command.addAll(arguments);
    return command;
  }
}

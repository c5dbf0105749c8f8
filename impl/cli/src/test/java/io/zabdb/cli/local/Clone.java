package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a reader of our pages has: a folder with the launcher. */
final class Clone {

  private Clone() {}

  /** Puts a launcher there that runs what was compiled for this test. */
  static void prepare(Path folder) throws IOException {
    Cli.actAsLauncher();
    Path launcher = folder.resolve("zabdb");
    Files.writeString(
        launcher,
        String.join(
            " ",
            "exec",
            "'" + ProcessHandle.current().info().command().orElseThrow() + "'",
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
            property("zabdb.jars"),
            property("zabdb.archive"),
            property("zabdb.jvm"),
            "'-Dzabdb.home=" + folder + "'",
            "-cp '" + System.getProperty("java.class.path") + "'",
            "io.zabdb.cli.Zabdb \"$@\"\n"));
    assertTrue(launcher.toFile().setExecutable(true));
  }

  private static String property(String name) {
    return "'-D" + name + "=" + System.getProperty(name, "") + "'";
  }
}

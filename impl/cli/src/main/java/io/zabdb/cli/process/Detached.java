package io.zabdb.cli.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts processes that outlive this one and its terminal. */
public final class Detached {

  private Detached() {}

  /**
   * Starts a program in a session of its own, where the system can; it reads nothing.
   *
   * @param output takes what it writes, behind what is there
   */
  public static Process start(List<String> line, Path folder, Path output) throws IOException {
    List<String> full = new ArrayList<>();
    // As a child of this process it leads no process group, so setsid goes on in the same process.
    Stream.of("setsid", "nohup").filter(Detached::isInstalled).findFirst().ifPresent(full::add);
    full.addAll(line);
    return new ProcessBuilder(full)
        .directory(folder.toFile())
        .redirectInput(new File("/dev/null"))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
        .start();
  }

  private static boolean isInstalled(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}

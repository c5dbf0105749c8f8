package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code maelstrom/run}, on a machine with a Maelstrom of ours, or with none. */
class LauncherTest {

  private record Ended(int code, String output) {}

  @TempDir Path directory;

  private static Ended run(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of("run").toAbsolutePath().toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("MAELSTROM_HOME");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  /** A folder with nothing but what the script needs, so that no Maelstrom is on PATH. */
  private Map<String, String> bare() throws IOException {
    Path tools = Files.createDirectory(directory.resolve("tools"));
    for (String tool : List.of("bash", "env", "readlink", "dirname", "cat", "tr")) {
      for (String folder : List.of("/bin", "/usr/bin")) {
        Path found = Path.of(folder, tool);
        if (Files.exists(found) && !Files.exists(tools.resolve(tool))) {
          Files.createSymbolicLink(tools.resolve(tool), found);
        }
      }
    }
    return Map.of("PATH", tools.toString());
  }

  @Test
  void withoutMaelstromItSaysHowToInstallIt() throws Exception {
    Ended ended = run(bare());
    assertEquals(2, ended.code(), ended.output());
    assertTrue(
        ended.output().contains("https://github.com/jepsen-io/maelstrom/releases"), ended.output());
    assertEquals(1, ended.output().lines().count());
  }

  @Test
  void aHomeWithoutMaelstromIsNamed() throws Exception {
    Ended ended = run(Map.of("MAELSTROM_HOME", directory.toString()));
    assertEquals(2, ended.code(), ended.output());
    assertTrue(ended.output().contains(directory.toString()), ended.output());
  }

  @Test
  void wrongUsageIsNamed() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"nonsense"},
          {"echo", "--nonsense"},
          {"--time", "soon"},
          {"--store", "x"},
          {"--clients", "7"},
          {"--moves", "3"},
          {"--groups", "2", "--moves", "3", "--store", "memory"}
        }) {
      Ended ended = run(Map.of(), wrong);
      assertEquals(2, ended.code(), ended.output());
      assertTrue(ended.output().contains(wrong[wrong.length - 1]), ended.output());
    }
    assertEquals(0, run(Map.of(), "--help").code());
  }
}

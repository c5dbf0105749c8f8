package io.zabdb.bench.peers.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {

  @TempDir Path folder;

  @Test
  void theFirstThatMayBeExecuted() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Path real = Files.createDirectories(folder.resolve("real"));
    Files.createFile(plain.resolve("tool"));
    Path tool = Files.createFile(real.resolve("tool"));
    tool.toFile().setExecutable(true);
    String path = "" + File.pathSeparator + plain + File.pathSeparator + real;
    assertEquals(Optional.of(tool), Programs.find("tool", path));
    assertEquals(Optional.empty(), Programs.find("other", path));
    assertEquals(Optional.empty(), Programs.find("tool", ""));
  }
}

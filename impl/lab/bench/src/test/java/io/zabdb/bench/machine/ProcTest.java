package io.zabdb.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcTest {

  @TempDir Path root;
  private Proc proc;

  @BeforeEach
  void makeProcess() throws IOException {
    proc = new Proc(root);
    write(
        "42/stat",
        "42 (a (wicked) name) S 1 42 42 0 -1 4194560 1000 0 3 0 150 25 0 0 20 0 31 0 12345 9 9");
    write("42/status", "Name:\tjava\nVmHWM:\t  9999 kB\nVmRSS:\t  2048 kB\n");
    write("42/io", "rchar: 1\nwrite_bytes: 8192\ncancelled_write_bytes: 5\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void usageOfAProcess() {
    assertEquals(Optional.of(new ProcessUsage(1_750_000, 2 << 20, 8_192)), proc.usage(42));
  }

  @Test
  void filesThatAreNotOursToReadAreLeftOut() throws IOException {
    Files.delete(root.resolve("42/io"));
    assertEquals(Optional.of(new ProcessUsage(1_750_000, 2 << 20, 0)), proc.usage(42));
  }

  @Test
  void noProcess() {
    assertEquals(Optional.empty(), proc.usage(43));
  }

  @Test
  void aProcessThatHasEnded() throws IOException {
    write("42/stat", "");
    assertEquals(Optional.empty(), proc.usage(42));
  }

  @Test
  void theMachine() throws IOException {
    write("meminfo", "MemTotal:       1024 kB\nMemFree: 1 kB\n");
    write("loadavg", "0.60 0.20 0.10 1/100 4711\n");
    write("cpuinfo", "processor\t: 0\nmodel name\t: A Processor\nmodel name\t: B\n");
    Machine machine = Machine.read(proc);
    assertEquals("A Processor", machine.processor());
    assertEquals(1 << 20, machine.memoryBytes());
    assertEquals(0.6, machine.load());
  }

  @Test
  void nothingIsKnownWhereThereIsNoProc() {
    Machine machine = Machine.read(new Proc(root.resolve("missing")));
    assertEquals("", machine.processor());
    assertEquals(-1, machine.load());
    assertFalse(machine.warning().isPresent());
  }

  @Test
  void warnsOfABusyMachine() {
    assertTrue(new Machine("", 2, 0, "", "", 0.6).warning().orElseThrow().contains("load 0.60"));
    assertFalse(new Machine("", 2, 0, "", "", 0.5).warning().isPresent());
  }
}

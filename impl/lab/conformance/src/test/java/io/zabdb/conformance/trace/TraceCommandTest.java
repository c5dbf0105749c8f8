package io.zabdb.conformance.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.conformance.Specs;
import io.zabdb.conformance.replay.BehaviourSource;
import io.zabdb.trace.Trace;
import io.zabdb.trace.TraceFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A trace that fits the spec is not enough where something must have happened in it. */
class TraceCommandTest {

  @TempDir private Path folder;
  private String file;
  private int first;

  @BeforeEach
  void write() throws Exception {
    System.setProperty("zabdb.home", Specs.folder().resolveSibling("").toString());
    Trace trace =
        BehaviourRecorder.record(
            "one", new BehaviourSource(Specs.folder(), 3).draw(1, 60, 7).get(0), 0);
    file = Files.write(folder.resolve("one.trace"), TraceFile.lines(trace)).toString();
    first =
        (int) trace.events().stream().takeWhile(event -> !event.is("ClientRequest")).count() + 1;
  }

  private int run(String... arguments) {
    return new CommandLine(new TraceCommand()).execute(arguments);
  }

  @Test
  void whatIsRequiredMustBeAmongWhatIsChecked() {
    assertEquals(0, run(file));
    assertEquals(0, run(file, "--require", "ClientRequest", "--events", "" + first));
    assertEquals(4, run(file, "--require", "ClientRequest", "--events", "" + (first - 1)));
    assertEquals(4, run(file, "--require", "ClientRequest,Nonsense"));
  }

  @Test
  void aRefusalCountsMore() throws Exception {
    List<String> lines = Files.readAllLines(Path.of(file));
    lines.removeIf(line -> line.contains("\"Establish\""));
    Files.write(Path.of(file), lines);
    assertEquals(1, run(file, "--require", "Nonsense"));
  }
}

package io.zabdb.conformance.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random behaviours of the spec, drawn by TLC's simulator ({@code specs/zab/ReplayZab.tla}). The
 * same seed gives the same behaviours.
 */
public final class BehaviourSource {

  private final Path specs;
  private final List<String> servers;

  /**
   * A source.
   *
   * @param specs the folder of the specs
   * @param members how many servers, s1 to sn
   */
  public BehaviourSource(Path specs, int members) {
    this.specs = specs;
    this.servers = IntStream.rangeClosed(1, members).mapToObj(n -> "s" + n).toList();
  }

  /** Draws so many behaviours of up to so many steps. */
  public List<Behaviour> draw(int count, int depth, long seed)
      throws IOException, InterruptedException {
    return new DrawnBehaviours(specs, "zab", "Zab", configuration())
        .draw(count, depth, seed).stream()
            .map(
                steps ->
                    new Behaviour(
                        servers,
                        steps.stream()
                            .map(parts -> StepReader.read(parts.get(0), parts.get(1), parts.get(2)))
                            .toList()))
            .toList();
  }

  private String configuration() {
    return "CONSTANTS\n  Server = {"
        + servers.stream().map(server -> "\"" + server + "\"").collect(Collectors.joining(", "))
        + "}\n  Session = {1, 2}\n  MaxSeq = 4\n  Request <- ReplayRequest\n"
        + "SPECIFICATION ReplaySpec\nINVARIANT Printed\nCHECK_DEADLOCK FALSE\n";
  }
}

package io.zabdb.conformance.replay;

import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.number;

import io.zabdb.modelcheck.model.CfgFile;
import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Mode;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.modelcheck.value.ValueParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Random behaviours of the spec, drawn by TLC's simulator ({@code specs/zab/ReplayZab.tla}). The
 * same seed gives the same behaviours.
 */
public final class BehaviourSource {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int HEAP_MEGABYTES = 1024;
  private static final String PRINTED = "\"<<\\\"step\\\", ";

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
    try (TempFolder temp = TempFolder.create();
        Stream<Path> folders = Files.walk(specs)) {
      String configuration = configuration();
      // Beside the configuration, where TLC looks for both.
      Path root = temp.path().resolve("ReplayZab.tla");
      Path cfg = temp.path().resolve("ReplayZab.cfg");
      Files.copy(specs.resolve("zab").resolve("ReplayZab.tla"), root);
      Files.writeString(cfg, configuration);
      Model model =
          new Model(
              "ReplayZab",
              cfg,
              root,
              "Zab",
              "",
              "",
              Expectation.parse("holds"),
              Tier.QUICK,
              new Mode(true, count, depth, seed),
              false,
              1,
              CfgFile.parse(configuration));
      Tlc tlc = new Tlc(folders.filter(Files::isDirectory).toList(), HEAP_MEGABYTES, null);
      TlcResult result = tlc.run(model, LIMIT, true);
      if (result.outcome().kind() != Outcome.Kind.HOLDS) {
        throw new IllegalStateException(
            "TLC drew no behaviours: " + result.outcome() + " " + result.outcome().detail());
      }
      return read(result.printed());
    }
  }

  private String configuration() {
    return "CONSTANTS\n  Server = {"
        + servers.stream().map(server -> "\"" + server + "\"").collect(Collectors.joining(", "))
        + "}\n  Session = {1, 2}\n  MaxSeq = 4\n  Request <- ReplayRequest\n"
        + "SPECIFICATION ReplaySpec\nINVARIANT Printed\nCHECK_DEADLOCK FALSE\n";
  }

  /** A step of level 1 begins a behaviour; TLC prints initial states (level 0) only once. */
  private List<Behaviour> read(List<String> lines) {
    List<Behaviour> behaviours = new ArrayList<>();
    List<BehaviourStep> steps = new ArrayList<>();
    for (String line : lines) {
      if (!line.startsWith(PRINTED)) {
        continue;
      }
      List<Value> parts = list(ValueParser.parse(unescaped(line)));
      long level = number(parts.get(1));
      if (level == 0) {
        continue;
      }
      if (level == 1 && !steps.isEmpty()) {
        behaviours.add(new Behaviour(servers, steps));
        steps = new ArrayList<>();
      }
      if (level != steps.size() + 1) {
        throw new IllegalStateException("step " + level + " follows " + steps.size());
      }
      steps.add(StepReader.read(parts.get(2), parts.get(3), parts.get(4)));
    }
    if (!steps.isEmpty()) {
      behaviours.add(new Behaviour(servers, steps));
    }
    return behaviours;
  }

  /** TLC prints a string in quotes, and escapes those in it. */
  private static String unescaped(String line) {
    return line.substring(1, line.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
  }
}

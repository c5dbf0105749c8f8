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
import java.util.stream.Stream;

/**
 * Runs TLC's simulator on a module {@code Replay...}, whose invariant {@code Printed} prints {@code
 * <<"step", level, ...>>} of each state. The same seed gives the same behaviours.
 *
 * @param specs the folder of the specs
 * @param folder the one of them where the module is
 * @param base the module that is replayed
 * @param configuration for TLC
 */
public record DrawnBehaviours(Path specs, String folder, String base, String configuration) {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int HEAP_MEGABYTES = 1024;
  private static final String PRINTED = "\"<<\\\"step\\\", ";
  private static final int HEAD = 2;

  /** Draws so many behaviours of up to so many steps: of each step what is behind its level. */
  public List<List<List<Value>>> draw(int count, int depth, long seed)
      throws IOException, InterruptedException {
    String module = "Replay" + base;
    try (TempFolder temp = TempFolder.create();
        Stream<Path> folders = Files.walk(specs)) {
      // Beside the configuration, where TLC looks for both.
      Path root = temp.path().resolve(module + ".tla");
      Path cfg = temp.path().resolve(module + ".cfg");
      Files.copy(specs.resolve(folder).resolve(module + ".tla"), root);
      Files.writeString(cfg, configuration);
      Model model =
          new Model(
              module,
              cfg,
              root,
              base,
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

  /** A step of level 1 begins a behaviour; TLC prints initial states (level 0) only once. */
  private static List<List<List<Value>>> read(List<String> lines) {
    List<List<List<Value>>> behaviours = new ArrayList<>();
    List<List<Value>> steps = new ArrayList<>();
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
        behaviours.add(steps);
        steps = new ArrayList<>();
      }
      if (level != steps.size() + 1) {
        throw new IllegalStateException("step " + level + " follows " + steps.size());
      }
      steps.add(parts.subList(HEAD, parts.size()));
    }
    if (!steps.isEmpty()) {
      behaviours.add(steps);
    }
    return behaviours;
  }

  /** TLC prints a string in quotes, and escapes those in it. */
  private static String unescaped(String line) {
    return line.substring(1, line.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
  }
}

package io.zabdb.conformance.state;

import io.zabdb.modelcheck.model.CfgFile;
import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Mode;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A module that was written for one run of TLC: it extends one of the specs, and holds what was
 * recorded.
 *
 * @param name of the module
 * @param base the module of the specs that it is about
 * @param text of the module
 * @param configuration for TLC
 */
public record WrittenModule(String name, String base, String text, String configuration) {

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Pattern ACCEPTED = Pattern.compile("<<\"accepted\", (\\d+)>>");

  /**
   * Has TLC check it; what the outcome means is the caller's to say.
   *
   * @param small see {@link Tlc#run}
   */
  public TlcResult run(Tlc tlc, boolean small) throws IOException, InterruptedException {
    try (TempFolder temp = TempFolder.create()) {
      Path root = temp.path().resolve(name + ".tla");
      Path cfg = temp.path().resolve(name + ".cfg");
      Files.writeString(root, text);
      Files.writeString(cfg, configuration);
      Model model =
          new Model(
              name,
              cfg,
              root,
              base,
              "",
              "",
              Expectation.parse("holds"),
              Tier.QUICK,
              Mode.EXHAUSTIVE,
              false,
              1,
              CfgFile.parse(configuration));
      return tlc.run(model, LIMIT, small);
    }
  }

  /** The numbers, from 1, of the traces that TLC said were accepted. */
  public static Set<Integer> accepted(TlcResult result) {
    Set<Integer> numbers = new TreeSet<>();
    for (String line : result.printed()) {
      Matcher matcher = ACCEPTED.matcher(line.strip());
      if (matcher.matches()) {
        numbers.add(Integer.parseInt(matcher.group(1)));
      }
    }
    return numbers;
  }
}

package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sees whether a run reaches what its configuration says it must ({@code @reaches}): a module that
 * extends the model's, with an invariant that is always true and prints the name of each predicate
 * the first time that it holds. Registers of TLC remember what was printed.
 */
final class Gate {

  private static final String MODULE = "ZabdbGate";
  private static final String INVARIANT = "ZabdbGateIsPassed";
  private static final String REACHED = "reached: ";

  /** Modules may use lower registers. */
  private static final int FIRST_REGISTER = 900_000;

  private final Path root;
  private final Path cfg;

  private Gate(Path root, Path cfg) {
    this.root = root;
    this.cfg = cfg;
  }

  /** The module and configuration to run instead of the model's, written into a folder. */
  static Gate of(Model model, Path folder) throws IOException {
    if (model.reaches().isEmpty()) {
      return new Gate(model.root(), model.cfg());
    }
    StringBuilder set = new StringBuilder();
    StringBuilder see = new StringBuilder();
    int register = FIRST_REGISTER;
    for (String name : model.reaches()) {
      set.append("ASSUME TLCSet(%d, FALSE)\n".formatted(register));
      see.append(
          "    /\\ TLCGet(%d) \\/ ~(%s) \\/ (PrintT(\"%s%s\") /\\ TLCSet(%d, TRUE))\n"
              .formatted(register, name, REACHED, name, register));
      register++;
    }
    String text =
        "---- MODULE %s ----\nEXTENDS %s, TLC\n%s%s ==\n%s====\n"
            .formatted(MODULE, model.rootName(), set, INVARIANT, see);
    Path module = Files.writeString(folder.resolve(MODULE + ".tla"), text);
    Path copy = folder.resolve(MODULE + ".cfg");
    Files.writeString(copy, Files.readString(model.cfg()) + "\nINVARIANT " + INVARIANT + "\n");
    return new Gate(module, copy);
  }

  Path root() {
    return root;
  }

  Path cfg() {
    return cfg;
  }

  /** What a model must reach and did not, in the order of its configuration. */
  static List<String> missed(Model model, List<String> printed) {
    return model.reaches().stream()
        .filter(name -> printed.stream().noneMatch(line -> line.contains(REACHED + name + "\"")))
        .collect(Collectors.toList());
  }
}

package io.zabdb.modelcheck.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All TLA+ modules of a spec tree by name. Names are unique over the whole tree, so that TLC finds
 * each one.
 */
public final class ModuleIndex {

  /** Prefixes of modules that belong to a base module: models, Apalache instances, mutants, ... */
  private static final List<String> PREFIXES =
      List.of("MC", "SIM", "APA", "IND", "Reach", "Mut", "Trace", "Replay");

  private final Path specs;
  private final Map<String, Path> byName = new TreeMap<>();

  ModuleIndex(Path specs, List<Path> files) {
    this.specs = specs;
    for (Path file : files) {
      Path other = byName.put(ModelCatalog.nameOf(file), file);
      if (other != null) {
        throw new SpecError(
            "module "
                + ModelCatalog.nameOf(file)
                + " exists twice: "
                + relative(other)
                + " and "
                + relative(file));
      }
    }
  }

  /** All modules, by name. */
  public Map<String, Path> all() {
    return byName;
  }

  /**
   * Base modules: those without a prefix such as MC, in folders other than {@code reach} and {@code
   * mutants}.
   */
  public Map<String, Path> bases() {
    Map<String, Path> bases = new TreeMap<>(byName);
    bases.keySet().removeIf(name -> !baseOf(name).equals(name));
    return bases;
  }

  /**
   * The base module that a module belongs to: {@code MCZabCrash} belongs to {@code Zab}. The
   * longest name that fits wins. A module without such a prefix is its own base.
   */
  public String baseOf(String module) {
    String best = module;
    for (String prefix : PREFIXES) {
      if (module.startsWith(prefix)) {
        String rest = module.substring(prefix.length());
        best =
            byName.keySet().stream()
                .filter(rest::startsWith)
                .max(java.util.Comparator.comparingInt(String::length))
                .orElse(best);
      }
    }
    return best;
  }

  /**
   * The name itself.
   *
   * @throws SpecError if no module has this name
   */
  public String requireModule(String name) {
    if (!byName.containsKey(name)) {
      throw new SpecError(
          "there is no module " + name + "; known: " + String.join(", ", byName.keySet()));
    }
    return name;
  }

  Path rootModule(Path cfg, String module) {
    Path beside = cfg.resolveSibling(module + ".tla");
    return Files.exists(beside) ? beside : byName.get(requireModule(module));
  }

  /** The path as shown to users: relative to the folder that holds {@code specs}. */
  public String relative(Path file) {
    Path home = specs.getParent();
    return (home == null ? file : home.relativize(file)).toString();
  }
}

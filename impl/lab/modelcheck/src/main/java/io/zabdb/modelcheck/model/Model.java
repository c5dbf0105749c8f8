package io.zabdb.modelcheck.model;

import java.nio.file.Path;
import java.util.List;

/**
 * One row of the table: a configuration with the module it configures and what must come of it.
 *
 * @param name the configuration's file name without {@code .cfg}; unique in the spec tree
 * @param cfg the configuration's file
 * @param root the root module's file
 * @param base the base module that the row belongs to, e.g. {@code Zab} for {@code MCZab}
 * @param about one sentence that says what the model shows
 * @param bounds why the model's bounds suffice; may be empty for models that must fail
 * @param expectation what must happen
 * @param tier the lowest tier that runs it
 * @param mode exhaustive or random
 * @param checkDeadlock whether a state without a successor is an error
 * @param workers number of TLC threads
 * @param config the configuration's content
 * @param reaches state predicates of the root module, or {@code ~} and the name of one: a run in
 *     which one of them is never true fails
 */
public record Model(
    String name,
    Path cfg,
    Path root,
    String base,
    String about,
    String bounds,
    Expectation expectation,
    Tier tier,
    Mode mode,
    boolean checkDeadlock,
    int workers,
    CfgFile config,
    List<String> reaches) {

  /** A model that need reach nothing in particular. */
  public Model(
      String name,
      Path cfg,
      Path root,
      String base,
      String about,
      String bounds,
      Expectation expectation,
      Tier tier,
      Mode mode,
      boolean checkDeadlock,
      int workers,
      CfgFile config) {
    this(
        name,
        cfg,
        root,
        base,
        about,
        bounds,
        expectation,
        tier,
        mode,
        checkDeadlock,
        workers,
        config,
        List.of());
  }

  /** The same model; if its configuration leaves the seed open, with this one. */
  public Model seeded(long seed) {
    return in(mode.seeded(seed));
  }

  /** The same model with the seed that follows. */
  public Model drawnAgain() {
    return in(mode.withNextSeed());
  }

  private Model in(Mode other) {
    return new Model(
        name,
        cfg,
        root,
        base,
        about,
        bounds,
        expectation,
        tier,
        other,
        checkDeadlock,
        workers,
        config,
        reaches);
  }

  /** The root module's name. */
  public String rootName() {
    return ModelCatalog.nameOf(root);
  }

  /**
   * The name of the folder that holds the configuration: {@code mutants}, {@code reach} or the
   * spec's own.
   */
  public String folder() {
    return cfg.getParent().getFileName().toString();
  }

  /**
   * Whether the configuration is there to fail, showing that a check can fail or that a state is
   * reached.
   */
  public boolean mustFail() {
    return folder().equals("mutants") || folder().equals("reach");
  }
}

package io.zabdb.modelcheck.explain;

import io.zabdb.modelcheck.model.CfgFile;
import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Mode;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModuleIndex;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpDefNode;

/**
 * Finds out which action, with which parameters, each step of a counterexample is. TLC replays the
 * counterexample with a next-state relation that labels its steps (see {@link Labeller}).
 */
public final class Explainer {

  private static final String MODULE = "Explain";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Tlc tlc;
  private final ModuleIndex modules;

  public Explainer(Tlc tlc, ModuleIndex modules) {
    this.tlc = tlc;
    this.modules = modules;
  }

  /**
   * The counterexample with full action names; with TLC's own names where the replay does not work
   * out.
   */
  public Trace explain(Model model, Trace trace) throws InterruptedException {
    if (trace.steps().size() < 2) {
      return trace;
    }
    try (TempFolder temp = TempFolder.create()) {
      Model replay = replay(model, trace, temp.path());
      Trace labelled = tlc.run(replay, LIMIT, true).trace();
      return labelled.steps().size() == trace.steps().size() ? merge(trace, labelled) : trace;
    } catch (IOException | RuntimeException unexplained) {
      // Better a counterexample with poor names than none.
      return trace;
    }
  }

  private static Trace merge(Trace trace, Trace labelled) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < trace.steps().size(); i++) {
      Step step = trace.steps().get(i);
      Optional<Step> named = label(labelled.steps().get(i).state().get("explainLabel"), step);
      steps.add(named.orElse(step));
    }
    return new Trace(steps, trace.backTo());
  }

  /** Reads {@code <<"Crash", <<s1>>>>}. */
  private static Optional<Step> label(Value label, Step step) {
    if (!(label instanceof Value.Sequence pair) || pair.elements().size() != 2) {
      return Optional.empty();
    }
    String name = pair.elements().get(0).toString().replace("\"", "");
    List<Value> parameters =
        pair.elements().get(1) instanceof Value.Sequence values ? values.elements() : List.of();
    return Optional.of(new Step(step.number(), name, parameters, step.state()));
  }

  /** Writes the replay's module and configuration. */
  private Model replay(Model model, Trace trace, Path folder) throws IOException {
    ModuleNode root = Sany.parse(model.rootName(), modules.all());
    OpDefNode next = NextFinder.find(root, model.config());
    Labeller labeller =
        new Labeller(
            root,
            model.config().substitutions(),
            this::isBase,
            new Sources(modules.all()),
            "explainLabel");
    String labelled = labeller.label(next);
    CfgFile config = model.config();
    SortedSet<String> undeclared = ModelValues.in(trace);
    undeclared.removeIf(name -> name.equals(config.constants().get(name)));

    List<String> variables = List.copyOf(trace.steps().get(0).state().keySet());
    StringBuilder text = new StringBuilder();
    text.append("---- MODULE ").append(MODULE).append(" ----\n");
    text.append("EXTENDS ").append(model.rootName()).append(", Naturals, Sequences, TLC\n");
    if (!undeclared.isEmpty()) {
      text.append("CONSTANTS ").append(String.join(", ", undeclared)).append('\n');
    }
    text.append("VARIABLES explainStep, explainLabel\n\n").append(labeller.definitions());
    text.append("\nExplainTrace == <<\n");
    text.append(trace.steps().stream().map(Explainer::record).collect(Collectors.joining(",\n")))
        .append(" >>\n");
    text.append("\nExplainInit == explainStep = 1 /\\ explainLabel = <<>>");
    variables.forEach(
        name -> text.append(" /\\ ").append(name).append(" = ExplainTrace[1].").append(name));
    text.append(
        "\n\nExplainNext ==\n  explainStep < Len(ExplainTrace) /\\ explainStep' = explainStep + 1");
    variables.forEach(
        name ->
            text.append(" /\\ ")
                .append(name)
                .append("' = ExplainTrace[explainStep + 1].")
                .append(name));
    text.append("\n  /\\ (").append(labelled).append(")\n");
    text.append("\nExplainUnfinished == explainStep < Len(ExplainTrace)\n====\n");

    Path module = Files.writeString(folder.resolve(MODULE + ".tla"), text);
    Path cfg =
        Files.writeString(folder.resolve(MODULE + ".cfg"), configuration(config, undeclared));
    Expectation expectation = new Expectation(Expectation.Kind.VIOLATES, "ExplainUnfinished");
    return new Model(
        MODULE,
        cfg,
        module,
        model.base(),
        "",
        "",
        expectation,
        model.tier(),
        Mode.EXHAUSTIVE,
        false,
        1,
        config);
  }

  private boolean isBase(String module) {
    return modules.bases().containsKey(module);
  }

  private static String record(Step step) {
    return step.state().entrySet().stream()
        .map(variable -> variable.getKey() + " |-> " + variable.getValue())
        .collect(Collectors.joining(",\n     ", "  [", "]"));
  }

  private static String configuration(CfgFile config, SortedSet<String> undeclared) {
    StringBuilder text = new StringBuilder("CONSTANTS\n");
    undeclared.forEach(
        name -> text.append("  ").append(name).append(" = ").append(name).append('\n'));
    for (Map.Entry<String, String> constant : config.constants().entrySet()) {
      text.append("  ")
          .append(constant.getKey())
          .append(" = ")
          .append(constant.getValue())
          .append('\n');
    }
    config
        .substitutions()
        .forEach(
            (name, other) ->
                text.append("  ").append(name).append(" <- ").append(other).append('\n'));
    return text.append("INIT ExplainInit\nNEXT ExplainNext\nINVARIANT ExplainUnfinished\n")
        .toString();
  }
}

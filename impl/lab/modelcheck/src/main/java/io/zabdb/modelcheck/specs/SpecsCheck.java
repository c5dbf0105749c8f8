package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.diagram.SequenceChart;
import io.zabdb.modelcheck.explain.Explainer;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.ModelInputs;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.report.Times;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.verdict.PastOutcomes;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Model-checks what the options ask for and reports it. */
public final class SpecsCheck {

  /**
   * A quick model that takes longer than this hangs or is in the wrong tier, even on a busy
   * machine.
   */
  private static final Duration QUICK_LIMIT = Duration.ofMinutes(10);

  private static final Duration FULL_LIMIT = Duration.ofMinutes(60);

  private final SpecsOptions options;
  private final PrintStream out;
  private final Tally tally;
  private final Times times;
  private final Pace pace;
  private final SpecsReport report;

  /**
   * A check.
   *
   * @param times takes how long each model took
   * @param pace how much of the machine it may have
   */
  public SpecsCheck(SpecsOptions options, PrintStream out, Tally tally, Times times, Pace pace) {
    this.options = options;
    this.out = out;
    this.tally = tally;
    this.times = times;
    this.pace = pace;
    this.report = new SpecsReport(out);
  }

  /**
   * Runs the models and adds each to the tally; a configuration that breaks a rule counts as
   * failed.
   *
   * @throws io.zabdb.modelcheck.model.SpecError if the options name something unknown
   */
  public void run() throws IOException, InterruptedException {
    ModelCatalog catalog = ModelCatalog.read(Home.folder("specs"));
    List<Model> models = seeded(toRun(catalog));
    Checks checks = new Checks(out, tally);
    options
        .errors(catalog)
        .forEach(
            error ->
                checks.failed(error.replaceFirst(": .*", ""), error.replaceFirst(".*?: ", "")));
    Tlc tlc = new Tlc(catalog.folders(), Tlc.heapMegabytes(options.jobs()), options.keep());
    Explainer explainer = new Explainer(tlc, catalog.modules());
    Recorder recorder = new Recorder(statistics(), catalog, options.command());
    List<ModelRun> runs = check(tlc, models, recorder);
    for (ModelRun run : runs) {
      tally.add(run.verdict().status(), run.model().name() + ": " + run.verdict().reason());
      times.part("model " + run.model().name(), run.result().time());
      boolean shown = run.verdict().status() == Status.FAILED || options.trace();
      if (shown || options.diagrams() != null) {
        Trace trace = explainer.explain(run.model(), run.result().trace());
        if (shown) {
          report.details(run, trace);
        }
        if (options.diagrams() != null && !trace.isEmpty()) {
          draw(run, trace);
        }
      }
    }
    report.table(runs);
    if (options.record()) {
      out.println("recorded in specs/STATISTICS.md");
    }
  }

  private List<Model> toRun(ModelCatalog catalog) throws IOException {
    List<Model> all = options.models(catalog);
    if (!options.changed()) {
      return all;
    }
    PastOutcomes past = PastOutcomes.read(statistics());
    List<Model> open = new ArrayList<>();
    for (Model model : all) {
      if (!past.isKnown(model, ModelInputs.digest(model, catalog.modules(), Tlc.VERSION))) {
        open.add(model);
      }
    }
    out.printf(
        "%d of %d models must fail and are as they were when they did (specs/STATISTICS.md): not"
            + " run; ./zabdb specs %s runs them%n",
        all.size() - open.size(), all.size(), options.tier().label());
    return open;
  }

  private static Path statistics() {
    return Home.file("specs/STATISTICS.md");
  }

  /** Random behaviours that a configuration leaves open are others in each run. */
  private List<Model> seeded(List<Model> models) {
    if (models.stream().noneMatch(model -> model.mode().isOpen())) {
      return models;
    }
    int seed = options.seed();
    out.printf("random behaviours: --seed %d%n", seed);
    return models.stream().map(model -> model.seeded(seed)).toList();
  }

  private List<ModelRun> check(Tlc tlc, List<Model> models, Recorder recorder)
      throws IOException, InterruptedException {
    PastTimes past = PastTimes.read(statistics());
    Duration share = shareOfBudget(models);
    Scheduler scheduler =
        new Scheduler(tlc, options.jobs(), model -> limit(model, share), past, pace);
    AtomicInteger done = new AtomicInteger();
    out.printf("checking %d models, %d at a time%n", models.size(), options.jobs());
    return scheduler.run(
        models,
        run -> {
          report.progress(run, done.incrementAndGet(), models.size());
          if (options.record()) {
            recorder.record(run);
          }
        });
  }

  private void draw(ModelRun run, Trace trace) throws IOException {
    Path folder = Home.top().resolve(options.diagrams());
    Files.createDirectories(folder);
    Path file = folder.resolve(run.model().name() + ".svg");
    String verdict = run.result().outcome().toString();
    Files.writeString(
        file, SequenceChart.draw(trace, run.model().name(), run.model().about(), verdict));
    out.println("drawn: " + options.diagrams().resolve(file.getFileName()));
  }

  private static Duration limit(Model model, Duration share) {
    return switch (model.tier()) {
      case QUICK -> QUICK_LIMIT;
      case FULL -> FULL_LIMIT;
      case DEEP -> share;
    };
  }

  /** What each deep model may take so that all of them keep to the budget. */
  private Duration shareOfBudget(List<Model> models) {
    long deep = Math.max(1, models.stream().filter(model -> model.tier() == Tier.DEEP).count());
    return Duration.ofSeconds(
        Math.max(1, options.seconds() * Math.min(options.jobs(), deep) / deep));
  }
}

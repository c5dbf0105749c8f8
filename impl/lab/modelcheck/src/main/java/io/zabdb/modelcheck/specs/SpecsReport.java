package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.report.Figures;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.report.Table;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.trace.TracePrinter;
import java.io.PrintStream;
import java.util.List;

/**
 * Prints what the models came to: a line as each ends, the differences in detail, and the table.
 */
final class SpecsReport {

  private final PrintStream out;

  SpecsReport(PrintStream out) {
    this.out = out;
  }

  /** One line for a model that ended. */
  void progress(ModelRun run, int done, int total) {
    TlcResult result = run.result();
    out.printf(
        "[%d/%d] %s %s: %s, %s states, %s%s%n",
        done,
        total,
        run.verdict().status().label(),
        run.model().name(),
        result.outcome(),
        Figures.count(states(result)),
        Figures.seconds(result.time()),
        run.verdict().reason().isEmpty() ? "" : " -- " + run.verdict().reason());
    out.flush();
  }

  /** The details of a model: why it failed, TLC's message, the counterexample. */
  void details(ModelRun run, Trace trace) {
    Model model = run.model();
    out.println();
    out.println("== " + model.name() + " (" + model.rootName() + "): " + model.about());
    if (!run.verdict().reason().isEmpty()) {
      out.println("   " + run.verdict().reason());
    }
    Outcome outcome = run.result().outcome();
    if (outcome.kind() != Outcome.Kind.VIOLATES && !outcome.detail().isEmpty()) {
      outcome.detail().lines().forEach(line -> out.println("   | " + line));
    } else if (run.verdict().reason().isEmpty()) {
      out.println("   " + outcome);
    }
    new TracePrinter(out).print(trace);
  }

  /** The table of all models. */
  void table(List<ModelRun> runs) {
    Table table =
        new Table(
            "",
            "module",
            "model",
            "expected",
            "outcome",
            ">distinct states",
            ">depth",
            "finished",
            ">time");
    for (ModelRun run : runs) {
      Model model = run.model();
      TlcResult result = run.result();
      table.add(
          run.verdict().status() == Status.FAILED ? "FAIL" : "ok",
          model.base(),
          model.name(),
          model.expectation().toString(),
          result.outcome().toString(),
          model.mode().simulate()
              ? Figures.count(result.generated()) + " seen"
              : Figures.count(result.distinct()),
          Figures.count(result.depth()),
          finished(run),
          Figures.seconds(result.time()));
    }
    out.println();
    table.print(out);
  }

  /** Random behaviours that find nothing are never all there are. */
  static String finished(ModelRun run) {
    TlcResult result = run.result();
    boolean sample = run.model().mode().simulate() && result.outcome().kind() == Outcome.Kind.HOLDS;
    return sample ? "-" : result.finished() ? "yes" : "no";
  }

  private static long states(TlcResult result) {
    return result.distinct() < 0 ? result.generated() : result.distinct();
  }
}

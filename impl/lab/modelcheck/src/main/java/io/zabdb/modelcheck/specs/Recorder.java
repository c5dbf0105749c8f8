package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.ModelInputs;
import io.zabdb.modelcheck.model.ModuleIndex;
import io.zabdb.modelcheck.report.Figures;
import io.zabdb.modelcheck.report.Machine;
import io.zabdb.modelcheck.report.Statistics;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Writes what TLC found into {@code specs/STATISTICS.md}. */
final class Recorder {

  private static final List<String> TITLES =
      List.of(
          "module",
          "model",
          "tier",
          "expected",
          "outcome",
          "constants",
          "search",
          ">distinct",
          ">generated",
          ">depth",
          "finished",
          ">workers",
          "inputs",
          ">time");

  private final Path file;
  private final ModuleIndex modules;
  private final List<String> names;
  private final String note;

  /**
   * A recorder.
   *
   * @param catalog whose models keep their rows; rows of models that are gone vanish
   * @param command the command that does the same again
   */
  Recorder(Path file, ModelCatalog catalog, String command) {
    this.file = file;
    this.modules = catalog.modules();
    this.names = catalog.models().stream().map(Model::name).toList();
    this.note = "TLC 2.18; " + Machine.describe() + ". Last recorded with `" + command + "`.";
  }

  /**
   * Replaces the row of a model that ended: what an interrupted run has found so far is kept, and
   * what others record meanwhile.
   */
  void record(ModelRun run) {
    try {
      Statistics statistics = Statistics.read(file);
      statistics.record(PastTimes.SECTION, List.of(note), TITLES, List.of(row(run)), names);
      statistics.write();
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  private List<String> row(ModelRun run) throws IOException {
    Model model = run.model();
    TlcResult result = run.result();
    return List.of(
        model.base(),
        model.name(),
        model.tier().label(),
        model.expectation().toString(),
        result.outcome().toString(),
        model.config().constantsText(),
        model.mode().toString(),
        Figures.count(result.distinct()),
        Figures.count(result.generated()),
        Figures.count(result.depth()),
        SpecsReport.finished(run),
        Integer.toString(model.workers()),
        ModelInputs.digest(model, modules, Tlc.VERSION),
        Figures.seconds(result.time()));
  }
}

package io.zabdb.bench.compaction;

import io.zabdb.bench.chart.RunPicture;
import io.zabdb.bench.chart.RunPicture.Lane;
import io.zabdb.bench.compaction.RunResult.Change;
import io.zabdb.bench.compaction.RunResult.NodeCost;
import io.zabdb.bench.compaction.RunResult.Task;
import io.zabdb.bench.timeline.Bucket;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Makes the picture of a run. */
final class RunFigures {

  private RunFigures() {}

  static RunPicture picture(RunResult run) {
    return new RunPicture(
        new RunPicture.Figures(
            run.mix() + ", " + run.policy() + ", round " + run.round(),
            run.seconds(),
            curve(run, Bucket::second),
            curve(run, Bucket::perSecond),
            curve(run, Bucket::p50),
            curve(run, Bucket::p99),
            run.changes().stream().mapToDouble(Change::second).toArray(),
            run.nodes().stream().map(NodeCost::node).map(node -> lane(run, node)).toList()));
  }

  private static double[] curve(RunResult run, ToDoubleFunction<Bucket> figure) {
    return run.timeline().stream().mapToDouble(figure).toArray();
  }

  private static Lane lane(RunResult run, int node) {
    return new Lane(
        "node " + node,
        stretches(run, node, Task::heavy),
        stretches(run, node, Task::isFlush),
        run.reigns().stream()
            .filter(reign -> reign.node() == node)
            .map(reign -> new double[] {reign.from(), reign.to()})
            .toList());
  }

  /** Within the run. */
  private static List<double[]> stretches(RunResult run, int node, Predicate<Task> which) {
    return run.tasks().stream()
        .filter(task -> task.node() == node)
        .filter(which)
        .map(
            task -> {
              double end =
                  Double.isNaN(task.seconds()) ? run.seconds() : task.second() + task.seconds();
              return new double[] {Math.max(0, task.second()), Math.min(run.seconds(), end)};
            })
        .toList();
  }
}

package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb specs mutate}: changes modules place by place and sees whether models notice. */
@Command(
    name = "mutate",
    description = {
      "Change base modules place by place and see whether their models of tier quick notice, and",
      "those of tier full that take at most 20 s by the records of specs/STATISTICS.md:",
      "conditions are dropped and negated, updates and parts of actions left out. A survivor that",
      "MODULE.survivors does not list with the reason fails, and so does one listed that is killed."
    },
    mixinStandardHelpOptions = true)
public final class MutateCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..*",
      paramLabel = "MODULE",
      description = "Base modules, such as Zab (default: all that have models).")
  private List<String> modules = new ArrayList<>();

  @Option(
      names = "--at",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only mutants whose names contain this, such as Discovery!Lead.")
  private String at;

  @Option(names = "--list", description = "Only name the mutants.")
  private boolean list;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description =
          "Try mutants with this model alone; may be repeated. Others may notice what it does not.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--unlisted",
      description = "Only mutants that MODULE.survivors does not list: those cost most.")
  private boolean unlisted;

  @Option(
      names = "--from",
      paramLabel = "N",
      description =
          "Go on with the N-th of the mutants that --list would name, or --unlisted leaves of them:"
              + " a run that was ended is so continued.")
  private int from = 1;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Mutants that are tried at a time (default: the processors).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long all models of one mutant may take (default ${DEFAULT-VALUE}).")
  private long seconds = 900;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (jobs < 1 || seconds < 1 || from < 1) {
      throw new SpecError("--jobs, --seconds and --from must be at least 1");
    }
    Tally tally = new Tally();
    PastTimes past = PastTimes.read(Home.file("specs/STATISTICS.md"));
    Mutation mutation =
        new Mutation(
            Home.folder("specs"),
            past,
            only,
            jobs,
            Duration.ofSeconds(seconds),
            System.out,
            new Checks(System.out, tally));
    for (String base : bases(mutation)) {
      if (list) {
        mutation.mutants(base, at).forEach(mutant -> System.out.println(mutant.name()));
      } else {
        mutation.run(base, at, unlisted, from);
      }
    }
    System.out.println(tally);
    return tally.exitCode();
  }

  private List<String> bases(Mutation mutation) throws IOException {
    Set<String> known = mutation.catalog().modules().bases().keySet();
    List<String> bases = new ArrayList<>();
    for (String base : known) {
      boolean wanted = modules.isEmpty() || modules.stream().anyMatch(base::equalsIgnoreCase);
      if (wanted && !mutation.models(base).isEmpty()) {
        bases.add(base);
      }
    }
    for (String module : modules) {
      if (bases.stream().noneMatch(module::equalsIgnoreCase)) {
        throw new SpecError(
            "'"
                + module.toLowerCase(Locale.ROOT)
                + "' is no base module with models; base modules: "
                + String.join(", ", known));
      }
    }
    return bases;
  }
}

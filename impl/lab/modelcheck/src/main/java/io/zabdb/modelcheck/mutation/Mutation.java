package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Tries the mutants of base modules and compares the survivors with those that are listed. */
final class Mutation {

  /** Of random behaviours: whether a mutant survives must not depend on chance. */
  private static final int SEED = 1;

  /** A survivor costs the time of all models. */
  private static final Duration LITTLE = Duration.ofSeconds(20);

  private final Path specs;
  private final ModelCatalog catalog;
  private final PastTimes past;
  private final List<String> only;
  private final int jobs;
  private final Duration limit;
  private final PrintStream out;
  private final Checks checks;

  /**
   * A mutation.
   *
   * @param only the names of the models to try; empty: all
   * @param jobs how many mutants are tried at a time
   * @param limit how long all models of one mutant may take together
   */
  Mutation(
      Path specs,
      PastTimes past,
      List<String> only,
      int jobs,
      Duration limit,
      PrintStream out,
      Checks checks)
      throws IOException {
    this.specs = specs;
    this.catalog = ModelCatalog.read(specs);
    this.past = past;
    this.only = List.copyOf(only);
    this.jobs = jobs;
    this.limit = limit;
    this.out = out;
    this.checks = checks;
  }

  ModelCatalog catalog() {
    return catalog;
  }

  /** The models that mutants of a base module are tried with. */
  List<Model> models(String base) {
    return catalog.models().stream()
        .filter(model -> model.base().equals(base) && isFast(model))
        .filter(model -> !model.folder().equals("mutants"))
        .map(model -> model.seeded(SEED))
        .toList();
  }

  /**
   * Whether it is of tier quick, or of tier full and took little when it was recorded. Those of
   * {@code reach/} are of tier full because a model of tier quick must reach the same.
   */
  private boolean isFast(Model model) {
    return switch (model.tier()) {
      case QUICK -> true;
      case FULL ->
          !model.folder().equals("reach")
              && past.of(model.name()).filter(time -> time.compareTo(LITTLE) <= 0).isPresent();
      case DEEP -> false;
    };
  }

  /** The mutants of a base module whose names contain a text. */
  List<Mutant> mutants(String base, String at) throws IOException {
    return MutantFinder.find(base, catalog, models(base)).stream()
        .filter(mutant -> mutant.name().contains(at))
        .toList();
  }

  /**
   * Tries the mutants of a base module whose names contain a text, and makes one check of all of
   * them.
   *
   * @param unlisted whether those that are listed as survivors are left out
   * @param from the place of the first that is tried, counted from 1
   */
  void run(String base, String at, boolean unlisted, int from)
      throws IOException, InterruptedException {
    List<Mutant> all = mutants(base, at);
    Survivors listed = Survivors.beside(catalog.modules().all().get(base));
    List<Mutant> mutants =
        all.stream()
            .filter(mutant -> !unlisted || !listed.has(mutant.name()))
            .skip(from - 1L)
            .toList();
    checks.section(base + ": " + mutants.size() + " mutants, " + models(base).size() + " models");
    List<Fate> fates = mutants.isEmpty() ? List.of() : tryAll(base, mutants);
    List<String> problems = problems(all, fates, listed, at);
    checks.expectEmpty(
        base
            + ": "
            + fates.stream().filter(fate -> !fate.survives()).count()
            + " mutants killed, "
            + fates.stream().filter(Fate::survives).count()
            + " survive for the reasons listed",
        String.join("\n", problems));
  }

  private static List<String> problems(
      List<Mutant> mutants, List<Fate> fates, Survivors listed, String at) {
    List<String> problems = new ArrayList<>();
    for (Fate fate : fates) {
      boolean known = listed.has(fate.mutant().name());
      if (fate.survives() && !known) {
        problems.add("survives, and is not listed: " + fate);
      } else if (!fate.survives() && known) {
        problems.add("is listed as a survivor, and is killed: " + fate);
      }
    }
    List<String> names = mutants.stream().map(Mutant::name).toList();
    for (String name : listed.names()) {
      if (name.contains(at) && !names.contains(name)) {
        problems.add("is listed as a survivor, and does not exist: " + name);
      }
    }
    return problems;
  }

  private List<Fate> tryAll(String base, List<Mutant> mutants)
      throws IOException, InterruptedException {
    List<Model> tried =
        models(base).stream()
            .filter(model -> only.isEmpty() || only.contains(model.name()))
            .toList();
    if (tried.isEmpty()) {
      throw new SpecError(base + " has none of the models " + String.join(", ", only));
    }
    Trials trials = new Trials(tried, past, limit);
    Queue<Mutant> waiting = new ConcurrentLinkedQueue<>(mutants);
    BlockingQueue<Fate> ended = new LinkedBlockingQueue<>();
    AtomicInteger done = new AtomicInteger();
    Callable<Void> worker =
        () -> {
          try (Workshop workshop = new Workshop(specs, Tlc.heapMegabytes(jobs))) {
            for (Mutant mutant = waiting.poll(); mutant != null; mutant = waiting.poll()) {
              Fate fate = trials.of(mutant, workshop);
              ended.add(fate);
              out.printf("[%d/%d] %s%n", done.incrementAndGet(), mutants.size(), fate);
              out.flush();
            }
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(jobs);
    try {
      List<Future<Void>> workers = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        workers.add(threads.submit(worker));
      }
      for (Future<Void> each : workers) {
        each.get();
      }
    } catch (ExecutionException broken) {
      if (broken.getCause() instanceof RuntimeException ours) {
        throw ours;
      }
      throw new IOException(broken.getCause());
    } finally {
      threads.shutdownNow();
    }
    List<Fate> fates = new ArrayList<>(ended);
    fates.sort(Comparator.comparingInt(fate -> mutants.indexOf(fate.mutant())));
    return fates;
  }
}

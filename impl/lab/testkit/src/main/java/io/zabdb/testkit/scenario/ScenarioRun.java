package io.zabdb.testkit.scenario;

import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.node.CoreReplicas;
import io.zabdb.testkit.sim.node.Replicas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs a scenario in the simulator, in virtual time; what must hold of every run is checked all the
 * while. Runs once, in one thread.
 */
public final class ScenarioRun {

  private final Scenario scenario;
  private final Cluster cluster;
  private final Cast cast;
  private final Deeds deeds;
  private final Requests requests;
  private final Expectations expectations;

  private ScenarioRun(Scenario scenario, Replicas replicas, EventLog log) {
    this.scenario = scenario;
    cluster = new Cluster(scenario, replicas, log);
    cast = new Cast(cluster);
    deeds = new Deeds(cluster, cast);
    requests = new Requests(cluster, cast, scenario.withinMicros());
    expectations = new Expectations(cluster, cast, requests, scenario.withinMicros());
  }

  /**
   * Runs the scenario of a file.
   *
   * @param log takes the events
   * @return how long it took, in virtual microseconds
   * @throws ScenarioException if something is not understood, expected in vain, or goes wrong that
   *     must not in any run; it names file and line
   */
  public static long of(Path file, EventLog log) throws IOException {
    return new ScenarioRun(Scenario.read(file), CoreReplicas.STANDARD, log).run();
  }

  /** Runs the scenario of some lines with other replicas than the product's, perhaps. */
  static long of(String name, List<String> lines, Replicas replicas) {
    return new ScenarioRun(Scenario.of(name, lines), replicas, EventLog.NONE).run();
  }

  private long run() {
    cluster.start();
    for (Line line : scenario.steps()) {
      if (cluster.world.log().isOn()) {
        cluster
            .world
            .log()
            .add(cluster.world.time().now(), "line", line.number() + ": " + line.text());
      }
      try {
        take(line);
      } catch (ScenarioException told) {
        throw told;
      } catch (RuntimeException violation) {
        throw new ScenarioException(line, violation);
      }
    }
    return cluster.world.time().now();
  }

  private void take(Line line) {
    Words words = new Words(line);
    if (words.takes("wait")) {
      long micros = words.micros("the time");
      words.end();
      cluster.pass(micros);
    } else if (words.takes("let")) {
      String name = words.word("a name");
      words.expect("be");
      cast.name(name, cast.node(words), words);
      words.end();
    } else if (deeds.take(words) || requests.take(words) || expectations.take(words)) {
      words.end();
    } else {
      throw words.wrong("no scenario says '" + line.verb() + "'");
    }
  }
}

package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb events}: what happened in the groups. */
@Command(
    name = "events",
    description =
        "List who led when and why leadership moved, and compactions; exit code 1 if a node does"
            + " not answer. Nodes keep the last 1,000 events of each replica since their start.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class EventsCommand implements Callable<Integer> {

  private static final int MAX = 10_000;
  private static final int FOLLOW_MILLIS = 500;

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--group", paramLabel = "G", description = "Of this group alone (default: all).")
  private Integer group;

  @Option(
      names = "--node",
      paramLabel = "N",
      description = "As this node alone saw it (default: all).")
  private Integer node;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The newest so many, up to 10,000 (default ${DEFAULT-VALUE}).")
  private int limit = 100;

  @Option(names = "--json", description = "As one JSON object a line.")
  private boolean json;

  @Option(
      names = "--chart",
      description =
          "As a sequence chart in the language of Mermaid, with a column for each replica.")
  private boolean chart;

  @Option(names = "--follow", description = "Go on with what happens next, until interrupted.")
  private boolean follow;

  private SortedMap<Integer, String> silent = new TreeMap<>();

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    if (limit < 1 || limit > MAX) {
      throw CliException.usage("--limit is " + limit + ", allowed is 1 to " + MAX);
    }
    if (chart && (json || follow)) {
      throw CliException.usage("--chart goes without --json and --follow");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (ZabClient client = target.connect()) {
      ClusterState state = ZabClient.await(client.admin().ring());
      EventFeed feed = new EventFeed(client.admin(), ReplicaPlace.of(state, node, group));
      EventText text = new EventText(state);
      if (!json && !chart) {
        out.println(EventText.header());
      }
      while (true) {
        EventFeed.News news = feed.next(limit);
        Stream<String> lines =
            chart
                ? new EventChart(state, news.events()).lines().stream()
                : news.events().stream().map(told -> json ? text.json(told) : text.line(told));
        lines.forEach(out::println);
        out.flush();
        complain(news.silent());
        if (!follow) {
          return silent.isEmpty() ? 0 : CliException.DIFFERS;
        }
        Thread.sleep(FOLLOW_MILLIS);
      }
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
  }

  /** Names nodes that have fallen silent, once. */
  private void complain(SortedMap<Integer, String> now) {
    now.forEach(
        (id, why) -> {
          if (!silent.containsKey(id)) {
            spec.commandLine().getErr().println("zabdb: node " + id + " does not answer: " + why);
          }
        });
    spec.commandLine().getErr().flush();
    silent = now;
  }
}

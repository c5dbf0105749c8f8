package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.FilesVerified;
import io.zabdb.rpc.wire.StateHash;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb check}: whether files are sound and replicas equal. */
@Command(
    name = "check",
    description =
        "Verify the checksums of all log and data files, and compare the replicas of each group in"
            + " the same state; exit code 1 if a file is damaged, replicas differ or are missing.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private Target target;

  @Option(names = "--group", paramLabel = "G", description = "This group alone (default: all).")
  private Integer group;

  private PrintWriter out;
  private boolean sound = true;

  @Override
  public Integer call() throws IOException, CliException {
    out = spec.commandLine().getOut();
    try (ZabClient client = target.connect(LIMIT)) {
      Survey survey = Survey.of(client, target.file());
      ClusterState state =
          survey
              .state()
              .orElseThrow(
                  () -> CliException.differs("no node answers: " + survey.silent().values()));
      survey.silent().forEach((node, why) -> bad("node " + node + " is down: " + why));
      List<ReplicaPlace> places =
          ReplicaPlace.of(state, null, group).stream()
              .filter(place -> survey.nodes().containsKey(place.node()))
              .toList();
      verify(client, places);
      for (GroupInfo each : state.groups()) {
        if (group == null || group == each.id()) {
          compare(client, each, places);
        }
      }
    } catch (ZabException e) {
      throw new CliException(CliException.DIFFERS, e.getMessage(), e);
    }
    out.println(sound ? "all is well" : "something differs");
    out.flush();
    return sound ? 0 : CliException.DIFFERS;
  }

  private void verify(ZabClient client, List<ReplicaPlace> places) {
    Map<ReplicaPlace, CompletableFuture<FilesVerified>> asked = new LinkedHashMap<>();
    places.forEach(
        place -> asked.put(place, client.admin().verifyFiles(place.node(), place.group())));
    asked.forEach(
        (place, answer) -> {
          try {
            FilesVerified verified = ZabClient.await(answer);
            verified.getDamageList().forEach(damage -> bad(place + ": " + damage));
            if (verified.getDamageCount() == 0) {
              say(
                  place
                      + ": files are sound, "
                      + verified.getLogEntries()
                      + " log entries, "
                      + SurveyText.size(verified.getBytes()));
            }
          } catch (ZabException e) {
            bad(place + ": not verified: " + e.getMessage());
          }
        });
  }

  private void compare(ZabClient client, GroupInfo info, List<ReplicaPlace> places) {
    List<Integer> nodes =
        places.stream()
            .filter(place -> place.group() == info.id())
            .map(ReplicaPlace::node)
            .toList();
    try {
      Map<Integer, StateHash> hashes = new Hashes(client.admin(), info.id(), nodes).take();
      long kinds = hashes.values().stream().map(StateHash::getHash).distinct().count();
      StateHash first = hashes.values().iterator().next();
      String state =
          "group "
              + info.id()
              + " after entry "
              + first.getIndex()
              + " (zxid "
              + first.getZxid().getEpoch()
              + "."
              + first.getZxid().getCounter()
              + "): ";
      if (kinds == 1) {
        say(state + hashes.size() + " replicas are equal, " + first.getHash());
      } else {
        bad(state + "the replicas differ");
        hashes.forEach((node, hash) -> say("  node " + node + ": " + hash.getHash()));
      }
    } catch (ZabException e) {
      bad("group " + info.id() + ": not compared: " + e.getMessage());
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private void bad(String line) {
    sound = false;
    say("DIFFERS " + line);
  }
}

package io.zabdb.conformance.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes traces as a module that extends {@code TraceLeadershipTransfer}, with the constructors
 * named there. Epochs and runs are renumbered, since TLC's numbers have 32 bits.
 */
final class TransferModule {

  static final String NAME = "WalkLeadershipTransfer";

  /** More than the runs of one start of a replica. */
  private static final long RUNS_OF_A_START = 1_000;

  private final int members;
  private final TransferSettings settings;
  private Map<Long, Integer> epochs = Map.of();

  TransferModule(int members, TransferSettings settings) {
    this.members = members;
    this.settings = settings;
  }

  /** The module with these traces, in their order. */
  String write(List<TransferTrace> traces) {
    StringBuilder text = new StringBuilder();
    text.append("---- MODULE ").append(NAME).append(" ----\nEXTENDS TraceLeadershipTransfer\n");
    for (int i = 0; i < traces.size(); i++) {
      number(traces.get(i).offices());
      text.append("T").append(i + 1).append(" == <<\n");
      text.append(
          traces.get(i).steps().stream().map(this::step).collect(Collectors.joining(",\n")));
      text.append(">>\n");
    }
    text.append("ThePlaces == ").append(function(Integer::toString)).append("\n");
    return text.append("TheTraces == <<")
        .append(IntStream.rangeClosed(1, traces.size()).mapToObj(n -> "T" + n).collect(comma()))
        .append(">>\n====\n")
        .toString();
  }

  /** The configuration for it. */
  String configuration() {
    return "CONSTANTS\n  Server = {"
        + IntStream.range(0, members).mapToObj(TransferModule::server).collect(comma())
        + "}\n  Nobody = \"nobody\"\n  Place <- ThePlaces\n  Policy = \""
        + settings.policy()
        + "\"\n  Staggered = "
        + (settings.staggered() ? "TRUE" : "FALSE")
        + "\n  MaxPressure = "
        + settings.maxPressure()
        + "\n  Threshold = "
        + settings.threshold()
        + "\n  Hysteresis = "
        + settings.hysteresis()
        + "\n  MaxLag = "
        + settings.maxLag()
        + "\n  MinInterval = "
        + settings.minInterval()
        + "\n  FirstReports <- NothingYet\n  Wins <- WinsIdle\n  IsWilling <- AnyoneIsWilling"
        + "\n  IsValidPermit <- IsValidAsBuilt\n  IsLatest <- IsLatestAsBuilt"
        + "\n  IsTimely <- IsTimelyAsBuilt\n  Traces <- TheTraces\n"
        + "SPECIFICATION TraceSpec\nINVARIANT NotAllAccepted NeverAQuorumCompacts"
        + " LeaderDoesNotCompact OneLeaderPerEpoch\nCHECK_DEADLOCK FALSE\n";
  }

  private void number(List<Long> offices) {
    epochs = new HashMap<>();
    for (int i = 0; i < offices.size(); i++) {
      epochs.put(offices.get(i), i + 1);
    }
  }

  private String step(TransferStep step) {
    return call(
        "E",
        "\"" + step.action() + "\"",
        server(step.node()),
        server(step.peer()),
        step.message() == null ? "NoM" : message(step),
        set(step.quorum()),
        step.lags().isEmpty() ? "<<>>" : function(member -> step.lags().get(member).toString()),
        step.state() == null ? "NoS" : state(step.state()));
  }

  private String message(TransferStep step) {
    Datagram message = step.message();
    String from = server(step.from());
    String to = server(step.to());
    if (message instanceof Report report) {
      return call(
          "M",
          "\"report\"",
          from,
          to,
          epoch(report.epoch()),
          run(report.run()),
          Integer.toString(report.pressure()));
    }
    if (message instanceof Permit permit) {
      return call("M", "\"permit\"", from, to, epoch(permit.epoch()), run(permit.run()), "0");
    }
    return call("M", "\"start\"", from, to, epoch(((Start) message).epoch()), "0", "0");
  }

  private String state(TransferState state) {
    String led =
        !state.leads()
            ? "NoL"
            : call(
                "L",
                epoch(state.epoch()),
                function(
                    member ->
                        call(
                            "R",
                            run(state.heardRun().get(member)),
                            state.heardPressure().get(member).toString())),
                function(member -> run(state.granted().get(member))));
    return call(
        "S",
        Integer.toString(state.pressure()),
        run(state.run()),
        state.fit() ? "TRUE" : "FALSE",
        server(state.target()),
        Integer.toString(state.waiting()),
        led);
  }

  private String epoch(long epoch) {
    return Integer.toString(epochs.getOrDefault(epoch, 0));
  }

  private static String run(long run) {
    long start = run < 0 ? 0 : run >>> Integer.SIZE;
    return Long.toString(start * RUNS_OF_A_START + (int) run);
  }

  private static String server(int member) {
    return member < 0 ? "\"nobody\"" : "\"s" + (member + 1) + "\"";
  }

  private String set(long bits) {
    return IntStream.range(0, members)
        .filter(member -> Members.contains(bits, member))
        .mapToObj(TransferModule::server)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private String function(IntFunction<String> value) {
    return IntStream.range(0, members)
        .mapToObj(member -> "s" + (member + 1) + " |-> " + value.apply(member))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static java.util.stream.Collector<CharSequence, ?, String> comma() {
    return Collectors.joining(", ");
  }

  private static String call(String operator, String... arguments) {
    return operator + "(" + String.join(", ", arguments) + ")";
  }
}

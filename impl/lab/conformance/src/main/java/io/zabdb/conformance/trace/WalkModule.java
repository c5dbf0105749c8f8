package io.zabdb.conformance.trace;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Zxid;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.TraceFormatException;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.Leadership;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.PendingWrite;
import io.zabdb.trace.state.ReadState;
import io.zabdb.trace.state.ServerState;
import io.zabdb.trace.state.VoteState;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes walks as a module that extends {@code TraceZab}, with the constructors named there; or
 * {@code TraceZabReconfig}, where members change.
 */
final class WalkModule {

  static final String NAME = "WalkZab";

  private final List<String> servers;
  private final List<Configuration> configurations;

  /**
   * @param configurations who votes at first, and by each roster; empty: members do not change
   */
  WalkModule(List<String> servers, List<Configuration> configurations) {
    this.servers = servers;
    this.configurations = configurations;
  }

  private boolean membersChange() {
    return !configurations.isEmpty();
  }

  /** The module with these walks, in their order. */
  String write(List<Walk> walks) {
    StringBuilder text = new StringBuilder();
    text.append("---- MODULE ").append(NAME).append(" ----\nEXTENDS TraceZab");
    text.append(membersChange() ? "Reconfig\n" : "\n");
    for (int i = 0; i < walks.size(); i++) {
      text.append("T").append(i + 1).append(" == <<\n");
      text.append(walks.get(i).steps().stream().map(this::step).collect(Collectors.joining(",\n")));
      text.append(">>\n");
    }
    text.append("TheTraces == <<");
    for (int i = 0; i < walks.size(); i++) {
      text.append(i == 0 ? "" : ", ").append("T").append(i + 1);
    }
    text.append(">>\nTheRequests == ").append(requests(walks));
    if (membersChange()) {
      text.append("\nTheConfigurations == ").append(configurations());
    }
    return text.append("\n====\n").toString();
  }

  private static String requests(List<Walk> walks) {
    return walks.stream()
        .flatMap(walk -> walk.steps().stream())
        .map(WalkStep::event)
        .filter(event -> event.request() != 0)
        .map(
            event ->
                "[session |-> "
                    + quoted(session(event.session(), event.request()))
                    + ", seq |-> "
                    + number(event.request())
                    + "]")
        .distinct()
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private String configurations() {
    return configurations.stream()
        .map(
            voters ->
                voters.isJoint()
                    ? "{" + voterSet(voters.first()) + ", " + voterSet(voters.second()) + "}"
                    : "{" + voterSet(voters.first()) + "}")
        .collect(Collectors.joining(", ", "<<", ">>"));
  }

  private String voterSet(long voters) {
    return set(
        IntStream.range(0, servers.size())
            .filter(member -> Members.contains(voters, member))
            .mapToObj(servers::get)
            .toList());
  }

  /** The configuration for it. */
  String configuration(WalkRun.Question question) {
    return "CONSTANTS\n  Server = {"
        + servers.stream().map(WalkModule::quoted).collect(Collectors.joining(", "))
        + "}\n  Request <- TheRequests\n  Traces <- TheTraces\n"
        + (membersChange() ? ofChanges() : "")
        + "SPECIFICATION "
        + question.specification()
        + "\nVIEW Place\nINVARIANT "
        + question.invariant()
        + (question == WalkRun.Question.IN_ZAB ? "\nPROPERTY WalksInZab" : "")
        + "\nCHECK_DEADLOCK FALSE\n";
  }

  private static String ofChanges() {
    return "  Admin = "
        + quoted(session(Roster.SESSION, 1))
        + "\n  Configurations <- TheConfigurations\n  IsQuorumBy <- IsConfigurationsQuorum\n"
        + "  Logs <- LogRequest\n  Found <- FoundByFounders\n";
  }

  private String step(WalkStep step) {
    RecordedEvent event = step.event();
    boolean hasArgument = event.is("Fsync") || event.is("TakeCheckpoint");
    return call(
        "E",
        quoted(step.action()),
        quoted(event.node()),
        quoted(event.peer().isEmpty() ? event.node() : event.peer()),
        number(hasArgument ? event.argument() : step.late()),
        quoted(session(event.session(), event.request())),
        number(event.request()),
        event.message() == null ? "NoM" : message(event.message()),
        step.compared() ? state(event.state()) : "NoS");
  }

  private static String message(MessageState message) {
    return call(
        "M",
        quoted(message.type()),
        number(message.epoch()),
        zxid(message.zxid()),
        quoted(message.mode()),
        number(message.round()),
        number(message.covered()),
        message.entries().stream()
            .map(WalkModule::entry)
            .collect(Collectors.joining(", ", "<<", ">>")));
  }

  private String state(ServerState state) {
    return call(
        "S",
        number(state.acceptedEpoch()),
        number(state.currentEpoch()),
        number(state.historyLength()),
        entry(state.lastEntry() == null ? EntryId.of(Zxid.ZERO) : state.lastEntry()),
        number(state.synced()),
        number(state.checkpoint()),
        quoted(state.role()),
        quoted(state.phase()),
        quoted(state.leader()),
        pending(state.pending()),
        number(state.lastCommitted()),
        state.led().equals(Leadership.NONE) ? "NoL" : leadership(state.led()));
  }

  private String leadership(Leadership led) {
    return call(
        "L",
        function(server -> number(led.cepoch().getOrDefault(server, -1L))),
        function(server -> vote(led.ackEpoch().getOrDefault(server, VoteState.NONE))),
        set(led.forwarding()),
        set(led.ackLeader()),
        function(server -> number(led.acked().getOrDefault(server, 0L))),
        reads(led.reads()));
  }

  private static String reads(ReadState reads) {
    return reads.active()
        ? "[round |-> "
            + number(reads.round())
            + ", index |-> "
            + number(reads.index())
            + ", acks |-> "
            + set(reads.acks())
            + ", active |-> TRUE]"
        : "NoRound";
  }

  private static String vote(VoteState vote) {
    return call("V", quoted(vote.state()), number(vote.epoch()), zxid(vote.zxid()));
  }

  private static String pending(PendingWrite pending) {
    return call("P", quoted(pending.field()), number(pending.epoch()), number(pending.upTo()));
  }

  private static String entry(EntryId entry) {
    return call(
        "En",
        number(entry.zxid().epoch()),
        number(entry.zxid().counter()),
        quoted(session(entry.session(), entry.seq())),
        number(entry.seq()));
  }

  private static String session(long session, long seq) {
    return seq == 0 ? "" : Long.toString(session);
  }

  private static String zxid(Zxid zxid) {
    return call("Z", number(zxid.epoch()), number(zxid.counter()));
  }

  private String function(Function<String, String> value) {
    return servers.stream()
        .map(server -> server + " |-> " + value.apply(server))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String set(Collection<String> elements) {
    return elements.stream().map(WalkModule::quoted).collect(Collectors.joining(", ", "{", "}"));
  }

  private static String call(String operator, String... arguments) {
    return operator + "(" + String.join(", ", arguments) + ")";
  }

  /** Only words: what a trace says must not become a part of the module. */
  private static String quoted(String text) {
    if (!text.matches("[\\w-]*")) {
      throw new TraceFormatException("no word: " + text);
    }
    return "\"" + text + "\"";
  }

  /** TLC's numbers have 32 bits. */
  private static String number(long number) {
    if (number != (int) number) {
      throw new TraceFormatException("too large a number for TLC: " + number);
    }
    return Long.toString(number);
  }
}

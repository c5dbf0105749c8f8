package io.zabdb.conformance.replay;

import static io.zabdb.conformance.state.SpecValues.elements;
import static io.zabdb.conformance.state.SpecValues.field;
import static io.zabdb.conformance.state.SpecValues.fields;
import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.number;
import static io.zabdb.conformance.state.SpecValues.numbers;
import static io.zabdb.conformance.state.SpecValues.text;
import static io.zabdb.conformance.state.SpecValues.texts;
import static io.zabdb.conformance.state.SpecValues.truth;

import io.zabdb.conformance.replay.BehaviourStep.Channel;
import io.zabdb.core.message.Zxid;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.Leadership;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.PendingWrite;
import io.zabdb.trace.state.ReadState;
import io.zabdb.trace.state.ServerState;
import io.zabdb.trace.state.VoteState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads a step as {@code ReplayZab!Printed} prints it. */
final class StepReader {

  private StepReader() {}

  /** Reads the printed value but for its first two elements. */
  static BehaviourStep read(Value act, Value states, Value channels) {
    Map<String, ServerState> stateOf = new HashMap<>();
    Map<String, List<EntryId>> historyOf = new HashMap<>();
    for (Value state : elements(states)) {
      List<Value> parts = list(state);
      String server = text(parts.get(0));
      List<EntryId> history = entries(parts.get(3));
      historyOf.put(server, history);
      stateOf.put(server, state(parts, history));
    }
    Map<Channel, List<MessageState>> under = new HashMap<>();
    for (Value channel : elements(channels)) {
      List<Value> parts = list(channel);
      under.put(
          new Channel(text(parts.get(0)), text(parts.get(1))),
          list(parts.get(2)).stream().map(StepReader::message).toList());
    }
    return new BehaviourStep(
        text(field(act, "action")),
        text(field(act, "server")),
        text(field(act, "peer")),
        number(field(act, "n")),
        number(field(act, "session")),
        number(field(act, "seq")),
        stateOf,
        historyOf,
        under);
  }

  private static ServerState state(List<Value> parts, List<EntryId> history) {
    return new ServerState(
        number(parts.get(1)),
        number(parts.get(2)),
        history.size(),
        history.isEmpty() ? null : history.get(history.size() - 1),
        number(parts.get(4)),
        number(parts.get(5)),
        text(parts.get(6)),
        text(parts.get(7)),
        text(parts.get(8)),
        pending(list(parts.get(9))),
        number(parts.get(10)),
        leadership(list(parts.get(11))));
  }

  private static PendingWrite pending(List<Value> parts) {
    return new PendingWrite(text(parts.get(0)), number(parts.get(1)), number(parts.get(2)));
  }

  private static Leadership leadership(List<Value> parts) {
    if (parts.isEmpty()) {
      return Leadership.NONE;
    }
    List<Value> reads = list(parts.get(5));
    return new Leadership(
        numbers(parts.get(0)),
        fields(parts.get(1)).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, vote -> vote(list(vote.getValue())))),
        texts(parts.get(2)),
        texts(parts.get(3)),
        numbers(parts.get(4)),
        new ReadState(
            number(reads.get(0)), number(reads.get(1)), texts(reads.get(2)), truth(reads.get(3))));
  }

  private static VoteState vote(List<Value> parts) {
    return new VoteState(text(parts.get(0)), number(parts.get(1)), zxid(parts, 2));
  }

  private static Zxid zxid(List<Value> parts, int at) {
    return new Zxid(number(parts.get(at)), number(parts.get(at + 1)));
  }

  private static List<EntryId> entries(Value history) {
    return list(history).stream().map(entry -> entry(list(entry))).toList();
  }

  private static EntryId entry(List<Value> parts) {
    return new EntryId(zxid(parts, 0), number(parts.get(2)), number(parts.get(3)));
  }

  /** With SNAP the spec sends the whole history; the part up to the zxid is the checkpoint. */
  private static MessageState message(Value message) {
    List<Value> parts = list(message);
    List<EntryId> entries = entries(parts.get(6));
    Zxid zxid = zxid(parts, 2);
    String mode = text(parts.get(4));
    int covered =
        mode.equals("SNAP")
            ? (int) entries.stream().filter(entry -> entry.zxid().compareTo(zxid) <= 0).count()
            : 0;
    return new MessageState(
        text(parts.get(0)),
        number(parts.get(1)),
        zxid,
        mode,
        number(parts.get(5)),
        covered,
        entries.subList(covered, entries.size()));
  }
}

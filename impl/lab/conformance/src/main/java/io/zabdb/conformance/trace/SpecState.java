package io.zabdb.conformance.trace;

import static io.zabdb.conformance.state.SpecValues.field;
import static io.zabdb.conformance.state.SpecValues.fields;
import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.number;
import static io.zabdb.conformance.state.SpecValues.numbers;
import static io.zabdb.conformance.state.SpecValues.text;
import static io.zabdb.conformance.state.SpecValues.texts;
import static io.zabdb.conformance.state.SpecValues.truth;

import io.zabdb.core.message.Zxid;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.Leadership;
import io.zabdb.trace.state.PendingWrite;
import io.zabdb.trace.state.ReadState;
import io.zabdb.trace.state.ServerState;
import io.zabdb.trace.state.VoteState;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A state of {@code TraceZab} as TLC prints it: the variables by name. */
record SpecState(Map<String, Value> variables) {

  /** The state of one server. */
  ServerState of(String server) {
    List<Value> history = list(at("history", server));
    String role = text(at("role", server));
    return new ServerState(
        number(at("acceptedEpoch", server)),
        number(at("currentEpoch", server)),
        history.size(),
        history.isEmpty() ? null : entry(history.get(history.size() - 1)),
        number(at("synced", server)),
        number(at("checkpoint", server)),
        role,
        text(at("phase", server)),
        text(at("leader", server)),
        pending(at("pending", server)),
        number(at("lastCommitted", server)),
        role.equals(ServerState.LEADING) ? leadership(server) : Leadership.NONE);
  }

  /** What is under way from one server to another. */
  String channel(String from, String to) {
    return field(at("msgs", from), to).toString();
  }

  private Value at(String variable, String server) {
    return field(variables.get(variable), server);
  }

  private static EntryId entry(Value entry) {
    String session = text(field(entry, "session"));
    return new EntryId(zxid(entry), Long.parseLong(session), number(field(entry, "seq")));
  }

  private static Zxid zxid(Value value) {
    return new Zxid(number(field(value, "epoch")), number(field(value, "counter")));
  }

  private static PendingWrite pending(Value pending) {
    return new PendingWrite(
        text(field(pending, "field")),
        number(field(pending, "epoch")),
        number(field(pending, "upTo")));
  }

  private Leadership leadership(String server) {
    Value reads = at("reads", server);
    return new Leadership(
        numbers(at("cepoch", server)),
        fields(at("ackEpoch", server)).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, vote -> vote(vote.getValue()))),
        texts(at("forwarding", server)),
        texts(at("ackLeader", server)),
        numbers(at("acked", server)),
        new ReadState(
            number(field(reads, "round")),
            number(field(reads, "index")),
            texts(field(reads, "acks")),
            truth(field(reads, "active"))));
  }

  private static VoteState vote(Value vote) {
    return new VoteState(
        text(field(vote, "state")), number(field(vote, "epoch")), zxid(field(vote, "zxid")));
  }
}

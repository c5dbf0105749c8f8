package io.zabdb.trace.state;

import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.StateView;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.EpochField;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The state of a replica of the core in the words of the spec. */
public final class CoreStates {

  private CoreStates() {}

  /** What the spec calls a member: s1 for member 0. */
  public static String name(int member) {
    return "s" + (member + 1);
  }

  /** The member of this name. */
  public static int member(String name) {
    return Integer.parseInt(name.substring(1)) - 1;
  }

  /** A snapshot of the state. */
  public static ServerState of(StateView view) {
    return new ServerState(
        view.acceptedEpoch(),
        view.currentEpoch(),
        view.historyLength(),
        lastEntry(view),
        view.synced(),
        view.checkpoint(),
        view.role().name(),
        view.phase().name(),
        name(view.leader()),
        pending(view.pending()),
        view.lastCommitted(),
        leadership(view));
  }

  /** The last entry may be purged; its zxid is known always. */
  private static @Nullable EntryId lastEntry(StateView view) {
    long length = view.historyLength();
    if (length == 0) {
      return null;
    }
    return length > view.checkpoint()
        ? EntryId.of(view.entry(length))
        : EntryId.of(view.lastZxid());
  }

  private static PendingWrite pending(Pending pending) {
    String field =
        pending.field() == null
            ? "none"
            : pending.field() == EpochField.ACCEPTED ? "acceptedEpoch" : "currentEpoch";
    return new PendingWrite(field, pending.epoch(), pending.upTo());
  }

  private static Leadership leadership(StateView view) {
    return new Leadership(
        map(view, view::cepoch),
        map(view, member -> vote(view.ackEpoch(member))),
        set(view, view.forwarding()),
        set(view, view.ackLeader()),
        map(view, view::acked),
        new ReadState(
            view.readRound(), view.readIndex(), set(view, view.readAcks()), view.readActive()));
  }

  private static VoteState vote(Vote vote) {
    String state =
        vote.promise() == null ? "none" : vote.promise() == Promise.FIRST ? "first" : "again";
    return new VoteState(state, vote.epoch(), vote.zxid());
  }

  private static <T> Map<String, T> map(StateView view, IntFunction<T> value) {
    Map<String, T> map = new TreeMap<>();
    IntStream.range(0, view.members()).forEach(m -> map.put(name(m), value.apply(m)));
    return map;
  }

  private static Set<String> set(StateView view, long bits) {
    Set<String> set = new TreeSet<>();
    IntStream.range(0, view.members())
        .filter(member -> (bits >> member & 1) == 1)
        .forEach(member -> set.add(name(member)));
    return set;
  }
}

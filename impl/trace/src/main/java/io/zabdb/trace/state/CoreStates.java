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

  /** A snapshot of the state, of a group whose members do not change. */
  public static ServerState of(StateView view) {
    return of(view, view.members());
  }

  /**
   * A snapshot of the state.
   *
   * @param members of how many, the first, the variables of a leader are shown
   */
  public static ServerState of(StateView view, int members) {
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
        leadership(view, members));
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

  private static Leadership leadership(StateView view, int members) {
    return new Leadership(
        map(members, view::cepoch),
        map(members, member -> vote(view.ackEpoch(member))),
        set(members, view.forwarding()),
        set(members, view.ackLeader()),
        map(members, view::acked),
        new ReadState(
            view.readRound(), view.readIndex(), set(members, view.readAcks()), view.readActive()));
  }

  private static VoteState vote(Vote vote) {
    String state =
        vote.promise() == null ? "none" : vote.promise() == Promise.FIRST ? "first" : "again";
    return new VoteState(state, vote.epoch(), vote.zxid());
  }

  private static <T> Map<String, T> map(int members, IntFunction<T> value) {
    Map<String, T> map = new TreeMap<>();
    IntStream.range(0, members).forEach(m -> map.put(name(m), value.apply(m)));
    return map;
  }

  private static Set<String> set(int members, long bits) {
    Set<String> set = new TreeSet<>();
    IntStream.range(0, members)
        .filter(member -> (bits >> member & 1) == 1)
        .forEach(member -> set.add(name(member)));
    return set;
  }
}

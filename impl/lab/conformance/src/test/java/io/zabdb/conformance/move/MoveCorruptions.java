package io.zabdb.conformance.move;

import static io.zabdb.conformance.move.ChangedValues.copied;
import static io.zabdb.conformance.move.ChangedValues.floor;
import static io.zabdb.conformance.move.ChangedValues.heirs;
import static io.zabdb.conformance.move.ChangedValues.in;
import static io.zabdb.conformance.move.ChangedValues.moved;
import static io.zabdb.conformance.move.ChangedValues.numbered;
import static io.zabdb.conformance.move.ChangedValues.record;
import static io.zabdb.conformance.move.ChangedValues.sentBy;
import static io.zabdb.conformance.move.ChangedValues.shifted;
import static io.zabdb.conformance.move.ChangedValues.timed;
import static io.zabdb.conformance.move.ChangedValues.toPeer;
import static io.zabdb.conformance.move.ChangedValues.with;

import io.zabdb.shard.CommandKind;
import io.zabdb.shard.Heir;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Traces of which one event is not what it was. Each ends with the event that is to be refused; all
 * before it were recorded so.
 */
final class MoveCorruptions {

  /**
   * A trace to be refused.
   *
   * @param what is wrong
   * @param trace refused at its last event
   */
  record Corruption(String what, MoveTrace trace) {}

  /** Of these an event is left out. */
  private static final Set<CommandKind> LEFT_OUT =
      EnumSet.complementOf(
          EnumSet.of(CommandKind.FOUND, CommandKind.ABORT_SHARDING, CommandKind.DISSOLVE));

  /** What the other group does of it. */
  private static final Map<CommandKind, CommandKind> ANSWERS =
      Map.of(
          CommandKind.BEGIN, CommandKind.PREPARE,
          CommandKind.SEAL, CommandKind.FINISH,
          CommandKind.FINISH, CommandKind.SWITCH,
          CommandKind.SWITCH, CommandKind.ACTIVATE,
          CommandKind.ACTIVATE, CommandKind.RELEASE,
          CommandKind.ABORT, CommandKind.CANCEL);

  private final List<MoveTrace> traces;
  private final List<Corruption> all = new ArrayList<>();

  private MoveCorruptions(List<MoveTrace> traces) {
    this.traces = traces;
  }

  /** Of what is found in these traces, each where it is found first. */
  static List<Corruption> of(List<MoveTrace> traces) {
    MoveCorruptions corruptions = new MoveCorruptions(traces);
    corruptions.addTables();
    corruptions.addCommands();
    corruptions.addOrders();
    LEFT_OUT.forEach(corruptions::leaveOut);
    return corruptions.all;
  }

  // -- what a command led to

  private void addTables() {
    table("an heir that is another", CommandKind.SWITCH, e -> heirs(e, heir -> e.group(), 0));
    table("an heir by another attempt", CommandKind.SWITCH, e -> heirs(e, Heir::group, 1));
    table("an heir that is forgotten", CommandKind.SWITCH, e -> with(e.table(), List.of()));
    table("a number that is not higher", CommandKind.BEGIN, e -> record(e, r -> numbered(r, -1)));
    table("a number that is too high", CommandKind.BEGIN, e -> record(e, r -> numbered(r, 1)));
    table("another peer", CommandKind.BEGIN, e -> record(e, r -> toPeer(r, e.group())));
    table("a copy of an earlier move", CommandKind.PREPARE, e -> record(e, r -> moved(r, -1)));
    table("a base that is not counted", CommandKind.STAGE, e -> record(e, r -> r.ran(-1)));
    table("an update caught twice", CommandKind.CATCH, e -> record(e, r -> r.ran(1)));
    phase("updates while it is sealed", CommandKind.SEAL, MovePhase.COPYING);
    phase("served before the switch", CommandKind.FINISH, MovePhase.SERVING);
    phase("kept behind the switch", CommandKind.SWITCH, MovePhase.SEALED);
    phase("not served by its heir", CommandKind.ACTIVATE, MovePhase.READY);
    phase("an attempt that goes on", CommandKind.ABORT, MovePhase.COPYING);
    table("a time of nobody", CommandKind.ACTIVATE, e -> timed(e.table(), e.table().time() + 1));
    table("a number that is forgotten", CommandKind.RELEASE, e -> floor(e.table(), 0));
    table("a number given up, forgotten", CommandKind.CANCEL, e -> floor(e.table(), 0));
    table("a split that is not marked", CommandKind.BEGIN_SHARDING, ChangedValues::unmarked);
    table("a part that is lost", CommandKind.COMMIT_SHARDING, ChangedValues::withoutPart);
    table("parts with a new number", CommandKind.COMMIT_SHARDING, ChangedValues::renumbered);
  }

  private void table(String what, CommandKind kind, Function<MoveEvent, TableState> change) {
    change(what, e -> e.kind() == kind, e -> e.with(change.apply(e)));
  }

  private void phase(String what, CommandKind kind, MovePhase phase) {
    table(what, kind, e -> record(e, r -> in(r, phase)));
  }

  // -- the command

  private void addCommands() {
    command("a destination that is the source", CommandKind.BEGIN, e -> sentBy(e, e.group()));
    command("a number that is left out", CommandKind.BEGIN, e -> shifted(e, 1, 0));
    command("a copy that nobody sends", CommandKind.PREPARE, e -> sentBy(e, e.group()));
    command("a decision on another attempt", CommandKind.SEAL, e -> shifted(e, 1, 0));
    command("a base that nobody made", CommandKind.STAGE, e -> copied(e, 1, 0));
    command("an update out of its turn", CommandKind.CATCH, e -> shifted(e, 0, 1));
    command("a copy that is not whole", CommandKind.FINISH, e -> copied(e, 1, 0));
    command("an heir of another attempt", CommandKind.SWITCH, e -> shifted(e, 1, 0));
    command("a time that nobody told", CommandKind.ACTIVATE, e -> copied(e, 0, 1));
    command("an end of another attempt", CommandKind.RELEASE, e -> shifted(e, 1, 0));
    command("an end of a copy that nobody has", CommandKind.CANCEL, e -> shifted(e, 1, 0));
    change(
        "an update that another took",
        e -> e.kind() == CommandKind.CATCH,
        e -> e.withUpdate(e.update() + 1));
    change(
        "a floor that nobody told",
        e -> e.kind() == CommandKind.ABORT && MoveReached.isTooLow(e.command()),
        e -> e.with(shifted(e, 0, 1)));
  }

  private void command(String what, CommandKind kind, Function<MoveEvent, ShardCommand> change) {
    change(what, e -> e.kind() == kind, e -> e.with(change.apply(e)));
  }

  // -- the order

  private void addOrders() {
    early(CommandKind.PREPARE, CommandKind.BEGIN);
    early(CommandKind.STAGE, CommandKind.PREPARE);
    early(CommandKind.FINISH, CommandKind.SEAL);
    early(CommandKind.SWITCH, CommandKind.FINISH);
    early(CommandKind.ACTIVATE, CommandKind.SWITCH);
    early(CommandKind.RELEASE, CommandKind.ACTIVATE);
  }

  /**
   * A command comes before the one of the same attempt that it follows, and nothing else of its
   * group lies between.
   */
  private void early(CommandKind kind, CommandKind before) {
    find(
        kind + " before " + before,
        (trace, place) -> {
          MoveEvent event = trace.events().get(place);
          if (event.kind() != kind) {
            return null;
          }
          int other = place - 1;
          while (other >= 0
              && !(isOfAttempt(trace, other, event) && kindAt(trace, other) == before)) {
            if (trace.events().get(other).group().equals(event.group())) {
              return null;
            }
            other--;
          }
          return other < 0 ? null : trace.prefix(other + 1).with(other, event);
        });
  }

  private static CommandKind kindAt(MoveTrace trace, int place) {
    return trace.events().get(place).kind();
  }

  private static boolean isOfAttempt(MoveTrace trace, int place, MoveEvent event) {
    ShardCommand one = trace.events().get(place).command();
    return Objects.equals(one.part(), event.command().part())
        && one.epoch() == event.command().epoch();
  }

  // -- what is missing

  /** Without an event, to the next one of its group, or of the other one that rests on it. */
  private void leaveOut(CommandKind kind) {
    find(
        "without " + kind,
        (trace, place) -> {
          MoveEvent event = trace.events().get(place);
          if (event.kind() != kind || (kind == CommandKind.UPDATE && !isCounted(trace, place))) {
            return null;
          }
          int next = place + 1;
          while (next < trace.events().size() && !needs(trace, next, event)) {
            next++;
          }
          return next == trace.events().size() ? null : trace.prefix(next + 1).without(place);
        });
  }

  private static boolean needs(MoveTrace trace, int next, MoveEvent event) {
    MoveEvent later = trace.events().get(next);
    return later.group().equals(event.group())
        || (later.kind() == ANSWERS.get(event.kind()) && isOfAttempt(trace, next, event))
        || (event.update() != 0 && later.update() == event.update());
  }

  private static boolean isCounted(MoveTrace trace, int place) {
    return trace.events().get(place).table().records().values().stream()
        .anyMatch(record -> record.phase() == MovePhase.COPYING);
  }

  // -- where

  private interface Corrupter {

    /** Null: not here. */
    MoveTrace at(MoveTrace trace, int place);
  }

  private void change(String what, Predicate<MoveEvent> where, UnaryOperator<MoveEvent> change) {
    find(
        what,
        (trace, place) -> {
          MoveEvent event = trace.events().get(place);
          return where.test(event)
              ? trace.prefix(place + 1).with(place, change.apply(event))
              : null;
        });
  }

  /** The shortest of the traces that become so. */
  private void find(String what, Corrupter corrupter) {
    MoveTrace shortest = null;
    for (MoveTrace trace : traces) {
      int end = shortest == null ? trace.events().size() : shortest.events().size() - 1;
      for (int place = 0; place < Math.min(end, trace.events().size()); place++) {
        MoveTrace corrupted = corrupter.at(trace, place);
        if (corrupted != null) {
          shortest = corrupted;
          break;
        }
      }
    }
    if (shortest == null) {
      throw new AssertionError("no trace has " + what);
    }
    all.add(new Corruption(what, shortest));
  }
}

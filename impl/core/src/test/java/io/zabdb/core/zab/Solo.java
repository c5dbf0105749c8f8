package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One replica, member 1, and everything it asks for, input by input. */
final class Solo {

  static final int SELF = 1;

  final Replica replica;
  final StateView state;
  final Actions actions = new Actions();
  private final List<Output> first = new ArrayList<>();

  Solo(Settings settings, Recovered recovered) {
    replica = new Replica(settings, recovered, Guards.STANDARD, actions, first::add);
    state = replica.state();
  }

  Solo() {
    this(Settings.of(SELF, 3, 5), Recovered.NOTHING);
  }

  /** The weight of this replica's vote. */
  int weight() {
    return ((Datagram.Notification) ((Output.Notify) first.get(1)).datagram()).weight();
  }

  List<Output> firstOutputs() {
    return first;
  }

  /** The outputs of a step; without reports, which a follower sends at any time. */
  List<Output> give(Input input) {
    List<Output> outputs = new ArrayList<>();
    replica.step(input, outputs::add);
    outputs.removeIf(Solo::isReport);
    replica.checkInvariants();
    return outputs;
  }

  private static boolean isReport(Output output) {
    return output instanceof Output.Notify notify && notify.datagram() instanceof Datagram.Report;
  }

  /** Gives an input and expects these outputs, all of them, in this order. */
  void expect(Input input, Output... expected) {
    assertEquals(Arrays.asList(expected), give(input));
  }

  List<Output> tick(int times) {
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      outputs.addAll(give(new Input.Tick()));
    }
    return outputs;
  }

  /** The log is on disk up to its n-th entry. */
  Input synced(long n) {
    Zxid last = n > state.checkpoint() ? state.entry(n).zxid() : state.lastZxid();
    return new Input.LogSynced(n, last);
  }

  /** Gives an input and expects these actions, all of them, in this order. */
  void takes(Input input, String... expected) {
    actions.next();
    give(input);
    assertEquals(List.of(expected), actions.next());
  }

  static Input received(Connection connection, Message message) {
    return new Input.Received(connection, message);
  }

  static Output send(Connection connection, Message message) {
    return new Output.Send(connection, message);
  }

  static Input written(EpochField field, long epoch) {
    return new Input.EpochWritten(field, epoch);
  }

  /** A member that says it leads. */
  static Input leads(int member) {
    return new Input.Notified(
        member, new Datagram.Notification(Datagram.Role.LEADING, 1, 1, Zxid.ZERO, 0, 0, 1, 0b111));
  }

  /** A member that looks, of no weight, so that this replica is the better one. */
  static Input looks(int member) {
    return new Input.Notified(
        member, new Datagram.Notification(Datagram.Role.LOOKING, 0, 0, Zxid.ZERO, 0, 0, 0, 0b111));
  }
}

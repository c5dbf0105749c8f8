package io.zabdb.conformance.replay;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.CurrentRole;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Leading;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import io.zabdb.trace.state.CoreStates;
import java.util.ArrayList;
import java.util.List;

/** One replica of the core and its disk. Not thread-safe. */
final class CoreServer {

  private static final byte[] NO_PAYLOAD = {};

  private final String name;
  private final int members;
  private final Guards guards;
  private final Network network;
  private Replica replica;
  private Checkpoint checkpoint;
  private long starts;

  /** How many rounds of reads it had begun before its last restart. */
  private long roundsBefore;

  CoreServer(String name, int members, Guards guards, Network network) {
    this.name = name;
    this.members = members;
    this.guards = guards;
    this.network = network;
    start(Recovered.NOTHING);
  }

  private void start(Recovered recovered) {
    Settings settings = Settings.of(member(), members, starts++);
    replica = new Replica(settings, recovered, guards, TraceSink.NONE, this::carryOut);
  }

  String name() {
    return name;
  }

  int member() {
    return CoreStates.member(name);
  }

  StateView view() {
    return replica.state();
  }

  long roundsBefore() {
    return roundsBefore;
  }

  /** Its role, to take actions that change it. */
  CurrentRole current() {
    return replica.current();
  }

  Leading leading() {
    return replica.current().leading();
  }

  // -- inputs

  void accept(Connection connection) {
    replica.take(new Input.ConnectionRequested(connection), this::carryOut);
  }

  void receive(Connection connection, Message message) {
    replica.take(new Input.Received(connection, message), this::carryOut);
  }

  void request(long session, long seq) {
    replica.take(new Input.ClientRequest(0, session, seq, NO_PAYLOAD), this::carryOut);
  }

  void promiseWritten() {
    long epoch = view().pending().epoch();
    replica.take(new Input.EpochWritten(EpochField.ACCEPTED, epoch), this::carryOut);
  }

  void synced(long length) {
    replica.take(new Input.LogSynced(length, view().entry(length).zxid()), this::carryOut);
  }

  void takeCheckpoint(long length) {
    checkpoint = new Covered(length, view().entry(length).zxid());
    replica.take(new Input.CheckpointTaken(checkpoint), this::carryOut);
  }

  /** Crashes, and starts with what was synced. */
  void restart() {
    StateView last = view();
    List<Entry> entries = new ArrayList<>();
    for (long n = last.checkpoint() + 1; n <= last.synced(); n++) {
      entries.add(last.entry(n));
    }
    roundsBefore += last.readRound();
    start(new Recovered(last.acceptedEpoch(), last.currentEpoch(), checkpoint, entries));
  }

  private void carryOut(Output output) {
    if (output instanceof Output.Send send) {
      network.send(name, send.connection(), send.message());
    } else if (output instanceof Output.Install install) {
      checkpoint = install.checkpoint();
    }
  }

  /** A checkpoint without a state: only where it stands. */
  private record Covered(long length, Zxid zxid) implements Checkpoint {}
}

package io.zabdb.testkit.sim.client;

import io.zabdb.core.step.Refusal;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Ask;
import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Command.Kind;
import io.zabdb.testkit.sim.store.Result;

/**
 * A client: one operation at a time, under the next number of its session. As long as it does not
 * know the outcome it asks again, with the same number and perhaps another node. When it loses
 * patience it gives the operation up and, unless it knows that the operation never happened, begins a
 * new session. Not thread-safe.
 */
final class Client {

  private static final int MOST_PADDING = 100;

  private final World world;
  private final int number;
  private final Workload workload;
  private final Clients clients;
  private final HistoryRecorder history;
  private final SeededRandom random;
  private long session;
  private long seq = 1;

  /** What it last knew each key to hold, to expect it in a CAS. */
  private final long[] known;

  /** The node to ask. */
  private int target;

  private Call call;
  private boolean stopping;

  /** An operation under way. */
  private static final class Call {
    final Command command;
    final int id;
    final long began;
    final boolean patient;

    /** The token of the newest attempt; an answer to an older one counts only if it is good. */
    long token;

    /** Whether some attempt may have had an effect, or may yet have one. */
    boolean mayHappen;

    Call(Command command, int id, long began, boolean patient) {
      this.command = command;
      this.id = id;
      this.began = began;
      this.patient = patient;
    }
  }

  Client(World world, int number, Workload workload, Clients clients, HistoryRecorder history) {
    this.world = world;
    this.number = number;
    this.workload = workload;
    this.clients = clients;
    this.history = history;
    random = world.random("client." + number);
    known = new long[workload.keys()];
    session = clients.newSession();
    target = random.below(world.nodes());
  }

  void start() {
    think();
  }

  /** Begins nothing new. */
  void stop() {
    stopping = true;
  }

  boolean isIdle() {
    return call == null;
  }

  /** Begins an operation that it will not give up; only when idle. */
  void perform(Command command) {
    begin(command, true);
  }

  String pending() {
    return call == null ? "" : "client " + number + ": " + call.command;
  }

  /** A value that nobody else writes. */
  long newValue() {
    return clients.newValue();
  }

  private void think() {
    long wait = random.gap(workload.thinkMicros());
    world
        .time()
        .after(
            wait,
            () -> {
              if (!stopping && call == null) {
                begin(draw(), false);
              }
            });
  }

  private Command draw() {
    int key = random.below(workload.keys());
    if (random.below(1000) < workload.readPermille()) {
      return new Command(Kind.GET, key, 0, 0);
    }
    int dice = random.below(10);
    if (dice < 5) {
      return new Command(Kind.PUT, key, newValue(), 0);
    }
    return dice < 9
        ? new Command(Kind.CAS, key, newValue(), known[key])
        : new Command(Kind.DELETE, key, 0, 0);
  }

  private void begin(Command command, boolean patient) {
    int id = Histories.invoke(history, number, command);
    call = new Call(command, id, world.time().now(), patient);
    attempt();
  }

  private void attempt() {
    Call current = call;
    current.token = clients.newToken(this);
    long token = current.token;
    current.mayHappen |= true;
    clients.send(
        target, new Ask(token, session, seq, current.command, random.below(MOST_PADDING)));
    world
        .time()
        .after(
            workload.attemptMicros(),
            () -> {
              if (call == current && current.token == token) {
                world.counts().add("client: no answer in time");
                askAnother();
              }
            });
  }

  private void askAnother() {
    target = (target + 1 + random.below(world.nodes() - 1)) % world.nodes();
    again();
  }

  private void again() {
    if (!call.patient && world.time().now() - call.began > workload.patienceMicros()) {
      giveUp();
    } else {
      attempt();
    }
  }
}

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
import java.util.HashMap;
import java.util.Map;

/**
 * A client: one operation at a time, under the next number of its session. As long as it does not
 * know the outcome it asks again, with the same number and perhaps another node. When it loses
 * patience it gives the operation up and, unless it knows that the operation never happened, begins
 * a new session. Not thread-safe.
 */
final class Client {

  private static final int MAX_PADDING = 100;
  private static final long REST_MICROS = 20_000;

  private final World world;
  private final int number;
  private final Workload workload;
  private final Clients clients;
  private final HistoryRecorder history;
  private final SeededRandom random;
  private long session;
  private long seq = 1;

  /** When the session was opened, and the time that was told last. */
  private long opened;

  private long told;

  /** What it last knew each key to hold, to expect it in a CAS. */
  private final Map<Integer, Long> known = new HashMap<>();

  /** The node to ask. */
  private int target;

  private Call call;
  private boolean stopping;

  Client(World world, int number, Workload workload, Clients clients, HistoryRecorder history) {
    this.world = world;
    this.number = number;
    this.workload = workload;
    this.clients = clients;
    this.history = history;
    random = world.random("client." + number);
    session = clients.newSession();
    target = random.below(world.nodes());
  }

  /** Begins operations, one after the other, until it is stopped. */
  void start() {
    think();
  }

  /** Begins nothing new, and does not give up what is under way. */
  void stop() {
    stopping = true;
  }

  /** Begins an operation that it will not give up; after it was stopped, and when it is idle. */
  void perform(Command command) {
    begin(command);
  }

  /** The operation under way, or nothing. */
  String pending() {
    return call == null ? "" : "client " + number + ": " + call.command();
  }

  // -- operations

  private void think() {
    world.time().after(random.gap(workload.thinkMicros()), this::beginNext);
  }

  private void beginNext() {
    if (!stopping) {
      begin(draw());
    }
  }

  private Command draw() {
    int key = clients.key(random.below(workload.keys()));
    if (random.below(1000) < workload.readPermille()) {
      return new Command(Kind.GET, key, 0, 0);
    }
    int dice = random.below(10);
    if (dice == 9) {
      return new Command(Kind.DELETE, key, 0, 0);
    }
    return dice < 5
        ? new Command(Kind.PUT, key, clients.newValue(), 0)
        : new Command(Kind.CAS, key, clients.newValue(), known.getOrDefault(key, 0L));
  }

  private void begin(Command command) {
    int id = Histories.invoke(history, number, command);
    call = new Call(command, id, world.time().now());
    attempt();
  }

  private void end(String outcome) {
    count(outcome);
    call = null;
    if (!stopping) {
      think();
    }
  }

  // -- attempts

  private void attempt() {
    Call current = call;
    long token = clients.newToken(number);
    current.attempt(token);
    clients.send(
        target, new Ask(token, session, seq, opened, current.command(), random.below(MAX_PADDING)));
    world
        .time()
        .after(
            workload.attemptMicros(),
            () -> {
              if (call == current && current.isNewest(token)) {
                world.counts().add("client: no answer in time");
                askAnother();
              }
            });
  }

  private void askAnother() {
    target = (target + 1 + random.below(world.nodes() - 1)) % world.nodes();
    askAgain();
  }

  private void askAgain() {
    if (!stopping && world.time().now() - call.began() > workload.patienceMicros()) {
      giveUp();
    } else {
      world.counts().add("client: attempt repeated");
      attempt();
    }
  }

  private void giveUp() {
    if (call.mayHappen()) {
      history.unknown(call.id());
      beginSession();
      end("unknown");
    } else {
      // The number is free again: another request will take it.
      history.fail(call.id());
      end("failed");
    }
  }

  private void beginSession() {
    session = clients.newSession();
    seq = 1;
    opened = told;
  }

  // -- answers

  void done(long token, Result result, long time) {
    told = Math.max(told, time);
    if (call == null || !call.has(token)) {
      world.counts().add("client: late answer");
      return;
    }
    Command command = call.command();
    Histories.ok(history, call.id(), command, result);
    if (command.kind() == Kind.GET) {
      known.put(command.key(), result.value());
    } else {
      known.put(command.key(), result.done() ? command.value() : 0);
      seq++;
    }
    end("ok");
  }

  /** Whether the operation happened, nobody knows any more. */
  void forgotten(long token, long time) {
    told = Math.max(told, time);
    if (call != null && call.has(token)) {
      world.counts().add("client: session too old");
      history.unknown(call.id());
      beginSession();
      end("unknown");
    }
  }

  void refused(long token, Refusal refusal, int leader) {
    if (call == null || !call.has(token)) {
      return;
    }
    boolean newest = call.isNewest(token);
    call.refused(token);
    if (!newest) {
      return;
    }
    world.counts().add("client: refused, " + refusal);
    switch (refusal) {
      case NOT_LEADER, OVERLOADED -> {
        if (leader >= 0) {
          target = leader;
          rest(this::askAgain);
        } else {
          rest(this::askAnother);
        }
      }
      default ->
          throw new Violation(
              "SessionsInOrder",
              String.format(
                  "request %d#%d is refused as %s, but all before it were acknowledged",
                  session, seq, refusal));
    }
  }

  void unknown(long token) {
    if (call != null && call.isNewest(token)) {
      world.counts().add("client: outcome unknown to the node");
      rest(this::askAnother);
    }
  }

  private void rest(Runnable next) {
    Call current = call;
    current.rest();
    world
        .time()
        .after(
            random.gap(REST_MICROS),
            () -> {
              // An answer to an earlier attempt may have come.
              if (call == current) {
                next.run();
              }
            });
  }

  private void count(String outcome) {
    world.counts().add("operation: " + call.command().kind() + " " + outcome);
  }
}

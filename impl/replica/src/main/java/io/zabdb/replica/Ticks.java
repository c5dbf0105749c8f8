package io.zabdb.replica;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.replica.metrics.ReplicaMetrics;
import java.util.concurrent.TimeUnit;

/** Tells the core the time, and does what is to be done now and then. By the loop. */
final class Ticks {

  /** After a pause of the process, time does not catch up at once: messages are read first. */
  private static final int MAX_AT_ONCE = 2;

  /** A replica that rests is told of so much time at once, if a tick is not longer. */
  private static final long RESTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Loop loop;
  private final Clock clock;
  private final Turns turns;
  private final long tick;
  private final int atRest;
  private final ReplicaMetrics metrics;
  private final Replica replica;
  private final PeerPort port;
  private final LogWrites log;
  private final Sampling sampling;
  private Loop.Timer timer;
  private long last;
  private boolean resting;

  Ticks(ReplicaParts parts, Replica replica, PeerPort port, LogWrites log, Sampling sampling) {
    loop = parts.loop();
    clock = parts.clock();
    turns = parts.turns();
    tick = parts.settings().tick().toNanos();
    atRest = (int) Math.max(1, RESTING_NANOS / tick);
    metrics = parts.metrics();
    this.replica = replica;
    this.port = port;
    this.log = log;
    this.sampling = sampling;
  }

  /** Time goes on from now. */
  void begin() {
    last = clock.nanos();
    again();
  }

  private void again() {
    timer =
        loop.schedule(
            resting ? atRest * tick : tick,
            () -> {
              pass();
              if (!turns.isOver()) {
                again();
              }
            });
  }

  private void pass() {
    long now = clock.nanos();
    int most = resting ? atRest : MAX_AT_ONCE;
    long ticks = (now - last) / tick;
    last = ticks > most ? now : last + ticks * tick;
    if (turns.isSuspended()) {
      // The core knows no time while it waits: its disk is slow, and not its leader.
      showLife();
    }
    int due = (int) Math.min(ticks, most);
    if (resting && due > 0 && !turns.isSuspended()) {
      turns.step(new Input.Tick(due));
    }
    for (int i = 0; !resting && i < due && !turns.isSuspended(); i++) {
      turns.step(new Input.Tick());
    }
    log.write();
    log.reopen();
    if (turns.isOpen()) {
      sampling.look(now);
    }
  }

  /** The replica may rest now, or no longer. */
  void turnEnded() {
    if (resting != replica.isResting()) {
      resting = !resting;
      metrics.rests(resting);
      port.setResting(resting);
      sampling.setResting(resting);
      last = clock.nanos();
      timer.cancel();
      again();
    }
  }

  /**
   * Whether more is heard of the others, or the log is waited for. No turn ends then: with the
   * clock of a replica that rests it would be a second until it shows life, or goes on.
   */
  void listens(boolean more) {
    if (!more) {
      turnEnded();
    }
  }

  /** Whom the replica follows, or who follows it, must not take it for dead meanwhile. */
  private void showLife() {
    StateView state = replica.state();
    boolean leads = state.role() == Datagram.Role.LEADING;
    for (int member = 0; member < state.members() && !turns.isOver(); member++) {
      if (member != state.self() && (leads || member == state.leader())) {
        port.notify(member, replica.introduction());
      }
    }
    port.flush();
  }

  void end() {
    if (timer != null) {
      timer.cancel();
    }
  }
}

package io.zabdb.replica;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.PeerPort;
import java.time.Duration;

/** Tells the core the time, and does what is to be done now and then. By the loop. */
final class Ticks {

  /** After a pause of the process, time does not catch up at once: messages are read first. */
  private static final int MAX_AT_ONCE = 2;

  private final Loop loop;
  private final Clock clock;
  private final Turns turns;
  private final long tick;
  private final Replica replica;
  private final PeerPort port;
  private final LogWrites log;
  private final Sampling sampling;
  private Loop.Timer timer;
  private long last;

  Ticks(
      Loop loop,
      Clock clock,
      Turns turns,
      Duration tick,
      Replica replica,
      PeerPort port,
      LogWrites log,
      Sampling sampling) {
    this.loop = loop;
    this.clock = clock;
    this.turns = turns;
    this.tick = tick.toNanos();
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
            tick,
            () -> {
              pass();
              if (!turns.isOver()) {
                again();
              }
            });
  }

  private void pass() {
    long now = clock.nanos();
    long ticks = (now - last) / tick;
    last = ticks > MAX_AT_ONCE ? now : last + ticks * tick;
    if (turns.isSuspended()) {
      // The core knows no time while it waits: its disk is slow, and not its leader.
      showLife();
    }
    for (long i = 0; i < Math.min(ticks, MAX_AT_ONCE) && !turns.isSuspended(); i++) {
      turns.step(new Input.Tick());
    }
    log.write();
    log.reopen();
    if (turns.isOpen()) {
      sampling.look(now);
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

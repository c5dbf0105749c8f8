package io.zabdb.replica;

import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.Loop;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The turns of the loop: the core is given one input at a time, and what comes back is carried out,
 * in order. Inputs that come together are taken one after the other; the turn ends once, behind
 * them. While the core waits for the disk, inputs are postponed. By the loop.
 */
final class Turns {

  /** Others send them for as long as the disk takes, and those that are lost are sent again. */
  private static final int MOST_DATAGRAMS = 1_000;

  private final Loop loop;
  private final ReplicaTrace trace;
  private final Consumer<Throwable> failed;
  private final ArrayDeque<Input> postponed = new ArrayDeque<>();

  /** How many of those are datagrams. */
  private int datagrams;

  private final ArrayDeque<Output> outputs = new ArrayDeque<>();
  private Replica replica;
  private Turn turn;

  /** The core waits for the disk, so that a cut is durable before it hears of anything else. */
  private boolean suspended;

  private boolean ending;
  private boolean over;

  /** What is done in a turn. */
  interface Turn {

    /** Carries out what the core asks for. */
    void carryOut(Output output) throws IOException;

    /** All inputs that had come were taken: what they led to goes on together. */
    void end();

    /** The core takes an input, behind all that it has asked for before. */
    void taking(Input input);

    /** Whether an input may be lost that would have to wait. */
    boolean drops(Input input);

    /** Whether more is to be heard of the others. */
    void listen(boolean more);
  }

  Turns(Loop loop, ReplicaTrace trace, Consumer<Throwable> failed) {
    this.loop = loop;
    this.trace = trace;
    this.failed = failed;
  }

  /** Takes what the core asks for; it is carried out behind what it has asked for before. */
  void add(Output output) {
    outputs.add(output);
  }

  /** From now on steps are taken; what the core has asked for already is carried out. */
  void begin(Replica core, Turn what) {
    replica = core;
    turn = what;
    trace.flush();
    carryOut();
  }

  /** Whether the core takes inputs now. */
  boolean isOpen() {
    return replica != null && !suspended && !over;
  }

  boolean isSuspended() {
    return suspended;
  }

  /** Whether the replica has ended. */
  boolean isOver() {
    return over;
  }

  /** Gives the core an input; nothing happens if the replica has ended, or has not begun. */
  void step(Input input) {
    if (over || replica == null) {
      return;
    }
    if (suspended) {
      postpone(input);
      return;
    }
    try {
      turn.taking(input);
      replica.step(input, outputs::add);
    } catch (RuntimeException e) {
      failed.accept(e);
      return;
    }
    if (trace.isOn()) {
      // Disks and other nodes are about to know of the step: so must the trace, whatever happens
      // now.
      trace.flush();
    }
    carryOut();
  }

  private void postpone(Input input) {
    boolean isDatagram = input instanceof Input.Notified;
    if (turn.drops(input) || (isDatagram && datagrams == MOST_DATAGRAMS)) {
      return;
    }
    datagrams += isDatagram ? 1 : 0;
    postponed.add(input);
  }

  private void carryOut() {
    while (!outputs.isEmpty() && !suspended && !over) {
      try {
        turn.carryOut(outputs.poll());
      } catch (IOException | RuntimeException e) {
        failed.accept(e);
      }
    }
    finish();
  }

  /** Has the turn end once all inputs that wait were taken. */
  void finish() {
    if (!ending && !over) {
      ending = true;
      loop.execute(this::end);
    }
  }

  private void end() {
    ending = false;
    if (isOpen()) {
      turn.end();
    }
  }

  /** What comes from the others until {@link #resume} waits at their side. */
  void suspend() {
    suspended = true;
    turn.listen(false);
  }

  /** The core goes on, first with what was postponed. */
  void resume() {
    if (over) {
      return;
    }
    suspended = false;
    carryOut();
    while (!postponed.isEmpty() && isOpen()) {
      Input next = postponed.remove();
      datagrams -= next instanceof Input.Notified ? 1 : 0;
      step(next);
    }
    if (isOpen()) {
      turn.listen(true);
    }
  }

  /** The replica takes no further steps. */
  void stop() {
    over = true;
  }
}

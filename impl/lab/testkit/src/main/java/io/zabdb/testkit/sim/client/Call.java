package io.zabdb.testkit.sim.client;

import io.zabdb.testkit.sim.store.Command;
import java.util.ArrayList;
import java.util.List;

/** An operation under way, with all attempts at it. */
final class Call {

  private final Command command;
  private final int id;
  private final long began;

  /** The attempts of which it is not known that they never happen. */
  private final List<Long> open = new ArrayList<>();

  /** The attempt for which the client waits, or -1. */
  private long newest = -1;

  /**
   * @param id in the history
   * @param began in virtual microseconds
   */
  Call(Command command, int id, long began) {
    this.command = command;
    this.id = id;
    this.began = began;
  }

  Command command() {
    return command;
  }

  int id() {
    return id;
  }

  long began() {
    return began;
  }

  void attempt(long token) {
    open.add(token);
    newest = token;
  }

  boolean has(long token) {
    return open.contains(token);
  }

  boolean isNewest(long token) {
    return newest == token;
  }

  /** The client waits for no attempt at present. */
  void rest() {
    newest = -1;
  }

  /** An attempt has not happened and never will. */
  void refused(long token) {
    open.remove(token);
  }

  /** Whether some attempt has happened or may yet happen. */
  boolean mayHappen() {
    return !open.isEmpty();
  }
}

package io.zabdb.simulator.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;

/**
 * What clients do once faults are over: each must be able to write, and all that was ever written
 * is read. What was written before the last faults may have got lost on a way at which nobody looks
 * any more. Not thread-safe.
 */
public final class LastOperations {

  /** The keys from here on are written last; far beyond those of the run. */
  public static final int LAST_KEYS = 1_000_000;

  private final List<SimulatedClient> clients;
  private final Keys keys;

  public LastOperations(List<SimulatedClient> clients, Keys keys) {
    this.clients = clients;
    this.keys = keys;
  }

  /** Clients begin nothing new. */
  public void stop() {
    clients.forEach(SimulatedClient::stop);
  }

  /** Each writes, once it has stopped. */
  public void write() {
    for (int i = 0; i < clients.size(); i++) {
      clients.get(i).put(LAST_KEYS + i);
    }
  }

  /** Each key is read, by one of them. */
  public void read() {
    Queue<Integer> unread = new ArrayDeque<>();
    keys.all().forEach(unread::add);
    for (int i = 0; i < clients.size(); i++) {
      unread.add(LAST_KEYS + i);
    }
    clients.forEach(client -> client.readAll(unread));
  }

  /** What has no answer yet; empty if all has. */
  public String pending() {
    return clients.stream()
        .map(SimulatedClient::pending)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /**
   * Throws if what a client did last has failed.
   *
   * @param property which is violated then
   */
  public void requireSuccess(String property) {
    clients.forEach(client -> client.requireSuccess(property));
  }
}

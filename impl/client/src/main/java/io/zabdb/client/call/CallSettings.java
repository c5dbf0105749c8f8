package io.zabdb.client.call;

import io.zabdb.client.event.ClientListener;
import java.util.List;

/**
 * How calls are made.
 *
 * @param timeout of a call, in nanoseconds
 * @param quietAfter after how many nanoseconds without any answer a node is suspected, and others
 *     are asked
 * @param maxCalls under way
 * @param maxBytes of requests under way, about
 * @param entryNodes that are sent everything, to be forwarded, HOST:PORT; empty: each operation is
 *     sent to the leader of its group
 * @param listener hears what is done
 */
public record CallSettings(
    long timeout,
    long quietAfter,
    int maxCalls,
    long maxBytes,
    List<String> entryNodes,
    ClientListener listener) {

  public CallSettings {
    entryNodes = List.copyOf(entryNodes);
  }
}

package io.zabdb.client.ring;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Where a client finds its cluster, if not by addresses of nodes. */
public interface RingDirectory {

  /**
   * Opens it.
   *
   * @param cluster which one is wanted; null: the only one
   * @param nodes asks nodes at given addresses for the ring
   * @return a source that the client closes
   */
  RingSource open(UUID cluster, Function<List<String>, RingSource> nodes);
}

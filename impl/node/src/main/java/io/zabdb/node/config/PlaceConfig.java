package io.zabdb.node.config;

/**
 * Where a node is, and what for.
 *
 * @param spare whether it has no replica of the groups that founded the cluster, and waits for
 *     others
 * @param zone what fails together, such as a data centre; empty: not said
 * @param rack a part of its zone; empty: not said
 */
public record PlaceConfig(boolean spare, String zone, String rack) {

  /** Of a node that says nothing of it. */
  static final PlaceConfig ANYWHERE = new PlaceConfig(false, "", "");
}

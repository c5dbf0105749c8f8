package io.zabdb.balance.load;

/**
 * A node: where it is, what it can do, and what is to become of it.
 *
 * @param zone what fails together, such as a data centre
 * @param rack a part of its zone
 * @param bytes what it can store, at least 1
 * @param requests what it can serve: weighted hits a second, more than 0
 * @param seats of how many groups it may be a member, 0 and more
 * @param joinedMillis when it joined
 */
public record NodePlace(
    String zone,
    String rack,
    long bytes,
    double requests,
    int seats,
    NodeLife life,
    long joinedMillis) {

  /** Of as many as rules allow. */
  public static final int ANY_SEATS = Integer.MAX_VALUE;

  /**
   * @throws IllegalArgumentException if it could do nothing
   */
  public NodePlace {
    if (bytes < 1 || !(requests > 0) || seats < 0) {
      throw new IllegalArgumentException(
          "a node that stores %d bytes, serves %s requests a second, and has %d seats"
              .formatted(bytes, requests, seats));
    }
  }

  /** The same node with another fate. */
  public NodePlace with(NodeLife other) {
    return new NodePlace(zone, rack, bytes, requests, seats, other, joinedMillis);
  }

  /** Whether it may be given anything. */
  public boolean stays() {
    return life == NodeLife.STAYS;
  }
}

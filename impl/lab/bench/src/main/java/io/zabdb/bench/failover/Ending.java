package io.zabdb.bench.failover;

/** How a round ended. */
enum Ending {
  /** All clients succeeded under a new leader. */
  recovered,
  /** The leader was to hand over, gave that up, and leads on; clients were served. */
  givenUp,
  /** Some client did not succeed in time. */
  notRecovered
}

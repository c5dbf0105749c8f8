package io.zabdb.conformance.trace;

/**
 * The time that a server follows a leader over one connection: from Follow to Disconnect, Restart
 * or a NEWEPOCH that it refuses. Not thread-safe.
 */
final class Service {

  final String follower;
  final String connection;
  final Reign reign;

  /** The index of its Follow. */
  final int start;

  /** The index of the event that ended it. */
  int end = Reign.LASTS;

  Service(String follower, String connection, Reign reign, int start) {
    this.follower = follower;
    this.connection = connection;
    this.reign = reign;
    this.start = start;
  }

  /** Whether the leader had gone already when the event with this index happened. */
  boolean isOrphaned(int index) {
    return index > reign.end;
  }
}

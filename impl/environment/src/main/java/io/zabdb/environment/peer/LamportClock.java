package io.zabdb.environment.peer;

/**
 * Orders the events of several nodes' traces: what was sent comes before what was received. Called
 * by the thread of the replica's event loop.
 */
public interface LamportClock {

  /** Keeps no time. */
  LamportClock OFF =
      new LamportClock() {
        @Override
        public long stamp() {
          return 0;
        }

        @Override
        public void seen(long stamp) {}
      };

  /**
   * The time that goes with a message, a datagram, or the opening or accepting of a connection that
   * is sent now; 0: none.
   */
  long stamp();

  /**
   * Called before the listener is given what came with the stamp.
   *
   * @param stamp not 0
   */
  void seen(long stamp);
}

package io.zabdb.testkit.sim.engine;

/**
 * Takes a line per event of a run, in order. Most runs need none and use {@link #NONE}; who would
 * take pains to make a line asks {@link #isOn} first.
 */
public interface EventLog {

  EventLog NONE =
      new EventLog() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void add(long time, String who, String what) {}

        @Override
        public void message(long time, int from, int to, String what) {}
      };

  default boolean isOn() {
    return true;
  }

  /**
   * Takes an event.
   *
   * @param time in virtual microseconds
   * @param who the node or part to which it happened
   */
  void add(long time, String who, String what);

  /** A message from one node arrives at another. */
  void message(long time, int from, int to, String what);
}

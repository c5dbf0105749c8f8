package io.zabdb.faults.network;

/** Gives each connection that a relay passes on its taps. Called by any thread. */
public interface Taps {

  /** Nobody listens. */
  Taps NONE =
      new Taps() {
        @Override
        public Tap requests(int node) {
          return (bytes, count) -> {};
        }

        @Override
        public Tap answers(int node) {
          return (bytes, count) -> {};
        }
      };

  /** For what a new connection brings to this node. */
  Tap requests(int node);

  /** For what the node answers on it. */
  Tap answers(int node);
}

package io.zabdb.replica;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.environment.peer.LamportClock;

/** Hears of a replica's actions. */
public interface ReplicaTrace extends TraceSink {

  /** Hears nothing. */
  ReplicaTrace NONE =
      new ReplicaTrace() {
        @Override
        public void taken(TraceEvent event, StateView state) {}

        @Override
        public void accepted(Connection connection, StateView state) {}

        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public LamportClock clock() {
          return LamportClock.OFF;
        }

        @Override
        public void flush() {}
      };

  /** Stamps what the replica sends, so that the traces of a group can be merged. */
  LamportClock clock();

  /**
   * What was heard so far must survive a crash of this process: others are about to learn of it.
   */
  void flush();
}

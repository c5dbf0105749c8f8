package io.zabdb.node.replica;

import io.zabdb.core.trace.TraceSink;

/** Hears of a replica's actions. */
public interface ReplicaTrace extends TraceSink {

  /** Hears nothing. */
  ReplicaTrace NONE =
      new ReplicaTrace() {
        @Override
        public void taken(TraceEvent event, io.zabdb.core.state.StateView state) {}

        @Override
        public void accepted(
            io.zabdb.core.step.Connection connection, io.zabdb.core.state.StateView state) {}

        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void flush() {}
      };

  /**
   * What was heard so far must survive a crash of this process: others are about to learn of it.
   */
  void flush();
}

package io.zabdb.maelstrom.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.engine.Snapshot;

/** How a replica answers an update or a read; once. On the event loop. */
public interface Reply {

  /** The update was applied. */
  default void done(Result result) {
    throw new IllegalStateException("a read is answered by its state");
  }

  /** The read may be answered from this state; not to be kept. */
  default void serve(Snapshot state) {
    throw new IllegalStateException("an update is answered by its result");
  }

  /**
   * It has not happened and never will.
   *
   * @param leader the member that seems to lead, or -1
   */
  void refused(Refusal refusal, int leader);

  /** Nobody knows whether it happens. */
  void unknown();
}

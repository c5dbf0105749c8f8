package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/** The way of clients to a replica that may have ended, or not begun. Thread-safe. */
final class Intake {

  private final ReplicaParts parts;
  private final Supplier<RunningReplica> running;

  /**
   * @param running gives null as long as it has not begun
   */
  Intake(ReplicaParts parts, Supplier<RunningReplica> running) {
    this.parts = parts;
    this.running = running;
  }

  /** Does something with the replica, on its loop; or refuses, if it takes nothing. */
  void take(ObjIntConsumer<Refusal> refused, Consumer<RunningReplica> action) {
    parts
        .loop()
        .run(
            () -> {
              RunningReplica replica = running.get();
              if (parts.turns().isOver() || replica == null || replica.isShut()) {
                refused.accept(Refusal.NOT_LEADER, -1);
              } else {
                action.accept(replica);
              }
            });
  }
}

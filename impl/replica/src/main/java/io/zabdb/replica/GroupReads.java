package io.zabdb.replica;

import io.zabdb.core.step.Input;
import java.util.List;

/** What clients read of a group. Thread-safe. */
public final class GroupReads {

  private final ReplicaParts parts;
  private final Intake intake;

  GroupReads(ReplicaParts parts, Intake intake) {
    this.parts = parts;
    this.intake = intake;
  }

  /** Asks for a linearizable read, which the leader serves. */
  public void linearizable(ReadCallback callback) {
    intake.take(
        callback::refused, replica -> clientRead(replica, PendingClients.Pending.of(callback)));
  }

  /**
   * Asks for a read point: how much of the log a linearizable read must see that any replica
   * serves. The leader says so ({@code ReadPoints!Confirm}).
   */
  public void point(PointCallback callback) {
    intake.take(
        callback::refused, replica -> clientRead(replica, PendingClients.Pending.of(callback)));
  }

  private void clientRead(RunningReplica replica, PendingClients.Pending waiting) {
    parts.turns().step(new Input.ClientRead(replica.clients().add(waiting)));
  }

  /**
   * Reads once this replica has applied so many entries ({@code ReadPoints!Serve}).
   *
   * @param point of the leader, named since the reads came
   * @param reads they fail with {@code UNAVAILABLE} if this replica does not hear in time that as
   *     much is committed
   */
  public void behind(long point, List<ReadCallback> reads) {
    intake.take(
        (refusal, leader) -> reads.forEach(read -> read.refused(refusal, leader)),
        replica -> {
          replica.schedule().serveBehind(point, reads);
          parts.turns().finish();
        });
  }

  /** Reads what this replica has applied, which may be old. */
  public void stale(ReadCallback callback) {
    parts.readers().submit(List.of(callback));
  }
}

package io.zabdb.replica;

import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.storage.data.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What operators ask of a group's partitions, and of the group when it has none. Only a leader
 * splits, merges and ends: another replica fails with {@code NOT_LEADER}. Thread-safe.
 */
public final class GroupSharding {

  /**
   * A partition, as a replica has applied it.
   *
   * @param bytes about how much its cells take on this replica, garbage included
   */
  public record HeldPartition(PartitionId id, PartitionRecord record, long bytes) {}

  private final ReplicaParts parts;
  private final Supplier<RunningReplica> running;

  GroupSharding(ReplicaParts parts, Supplier<RunningReplica> running) {
    this.parts = parts;
    this.running = running;
  }

  /**
   * The partitions that this replica has, in the order of tokens; fails if it is closing, and with
   * {@link StorageException} {@code UNAVAILABLE} if nothing is known of the group yet.
   */
  public CompletableFuture<List<HeldPartition>> partitions() {
    return parts
        .checks()
        .ask(
            engine -> {
              GroupMoves.requireFounded(engine, parts.group());
              List<HeldPartition> held = new ArrayList<>();
              // What is applied meanwhile may change which there are.
              engine
                  .table()
                  .records()
                  .forEach(
                      (id, record) ->
                          held.add(
                              new HeldPartition(
                                  id, record, StatusDescription.measure(engine, id.name()))));
              return held;
            });
  }

  /**
   * Splits a partition.
   *
   * @param at the last token of the first part; empty: about half of the bytes are in each
   * @return the parts, once all that is read and written goes to them; fails with {@link
   *     StorageException}
   */
  public CompletableFuture<List<PartitionId>> split(String partition, OptionalLong at) {
    if (at.isPresent()) {
      return onLoop(replica -> replica.resharding().split(partition, at.getAsLong()));
    }
    return onLoop(
            replica -> CompletableFuture.completedFuture(replica.resharding().find(partition)))
        .thenCompose(whole -> parts.checks().ask(engine -> SplitPoint.middle(engine, whole)))
        .thenCompose(token -> onLoop(replica -> replica.resharding().split(partition, token)));
  }

  /**
   * Merges two partitions whose tokens follow each other, named in either order.
   *
   * @return the whole, once all that is read and written goes to it; fails with {@link
   *     StorageException}
   */
  public CompletableFuture<List<PartitionId>> merge(String one, String other) {
    return onLoop(replica -> replica.resharding().merge(one, other));
  }

  /**
   * Ends the group, which has no partitions any more.
   *
   * @return done once it has ended, for ever; fails with {@link StorageException}, {@code
   *     INVALID_ARGUMENT} if it has partitions
   */
  public CompletableFuture<Void> dissolve() {
    return onLoop(replica -> replica.dissolution().begin());
  }

  private <T> CompletableFuture<T> onLoop(Function<RunningReplica, CompletableFuture<T>> action) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    parts
        .loop()
        .run(
            () -> {
              try {
                Relays.relay(action.apply(RunningReplica.begun(running)), answer);
              } catch (StorageException e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }
}

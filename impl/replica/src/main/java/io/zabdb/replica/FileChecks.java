package io.zabdb.replica;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.log.LogVerification;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** What operators have checked of a replica's files and state, by a worker. Thread-safe. */
final class FileChecks implements AutoCloseable {

  private final OpenedReplica opened;
  private final Applier applier;
  private final DamageWatch damage;
  private final Worker worker;

  FileChecks(OpenedReplica opened, Applier applier, DamageWatch damage, Workers workers) {
    this.opened = opened;
    this.applier = applier;
    this.damage = damage;
    worker = workers.open("check");
  }

  /** See {@link ReplicaDriver#visitStateAt}. */
  boolean visitStateAt(long length, Consumer<Snapshot> visitor, Consumer<RuntimeException> failed) {
    return applier.stopAt(
        length,
        snapshot -> visit(snapshot, visitor, failed),
        () ->
            failed.accept(
                new IllegalStateException("the replica never had the state behind " + length)));
  }

  private void visit(
      Snapshot snapshot, Consumer<Snapshot> visitor, Consumer<RuntimeException> failed) {
    boolean taken =
        worker.submit(
            () -> {
              try {
                visitor.accept(snapshot);
              } catch (RuntimeException e) {
                damage.found("a check", e);
                failed.accept(e);
              } finally {
                opened.store().giveBack(snapshot);
              }
            });
    if (!taken) {
      opened.store().giveBack(snapshot);
      failed.accept(closing());
    }
  }

  /** Has a question answered by the store; fails if the replica is closing. */
  <T> CompletableFuture<T> ask(Function<StorageEngine, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    opened
        .store()
        .submit(
            worker,
            () -> {
              try {
                answer.complete(question.apply(opened.store().engine()));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            },
            () -> answer.completeExceptionally(closing()));
    return answer;
  }

  private static IllegalStateException closing() {
    return new IllegalStateException("the replica is closing");
  }

  /** See {@link ReplicaDriver#verifyFiles}. */
  CompletableFuture<Verification> verify() {
    CompletableFuture<Verification> answer = new CompletableFuture<>();
    Runnable refused = () -> answer.completeExceptionally(closing());
    boolean taken =
        worker.submit(
            () -> {
              try {
                Verification ofLog = verifyLog();
                // Behind the log: the store may be replaced while that is read.
                opened.store().submit(worker, () -> verifyStore(ofLog, answer), refused);
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    if (!taken) {
      refused.run();
    }
    return answer;
  }

  private Verification verifyLog() {
    try {
      LogVerification found = opened.log().verify();
      return new Verification(found.entries(), found.bytes(), List.of());
    } catch (IOException e) {
      damage.logIsDamaged(e.getMessage());
      return new Verification(0, 0, List.of(e.getMessage()));
    }
  }

  private void verifyStore(Verification ofLog, CompletableFuture<Verification> answer) {
    List<String> problems = new ArrayList<>(ofLog.damage());
    long bytes = ofLog.bytes();
    try {
      bytes += opened.store().engine().verify();
    } catch (StorageException e) {
      damage.met("a check", e);
      problems.add(e.getMessage());
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
    answer.complete(new Verification(ofLog.logEntries(), bytes, problems));
  }

  /** Waits for what runs. */
  @Override
  public void close() {
    worker.close();
  }
}

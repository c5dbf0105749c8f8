package io.zabdb.faults.workload;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.testkit.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Clients that use a cluster at once, each in a thread, until they are stopped; then what they
 * learnt is checked. What they do does not depend on the clock, but its order does: a seed makes
 * runs alike, not equal.
 */
public final class Workload implements AutoCloseable {

  private static final AtomicLong COUNT = new AtomicLong();

  private final Cluster cluster;
  private final Duration pause;
  private final Registers registers;
  private final Counter counter;
  private final Ledger ledger;
  private final DirectReads directReads;
  private final List<ZabClient> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong done = new AtomicLong();
  private final Map<ErrorCode, Integer> errors = new TreeMap<>();
  private final List<Throwable> defects = new ArrayList<>();
  private int users;
  private String lastError = "";
  private volatile boolean stopping;

  /** Starts the clients. */
  public Workload(Cluster cluster, Load load, long seed) {
    this.cluster = cluster;
    pause = load.pause();
    String name = "workload-" + COUNT.incrementAndGet();
    registers = new Registers(name);
    counter = new Counter(name);
    ledger = new Ledger(name, load.rowBytes());
    add(load, load.registers(), registers, seed);
    add(load, load.counters(), counter, seed + 1);
    add(load, load.ledgers(), ledger, seed + 2);
    directReads = new DirectReads(cluster, registers);
    cluster.nodes().forEach(node -> add(directReads, null, seed + 3));
    threads.forEach(Thread::start);
  }

  private void add(Load load, int count, Activity activity, long seed) {
    if (count > 0) {
      users += count;
      ZabClient atLeader = client(load, false);
      ZabClient spread = client(load, true);
      for (int i = 0; i < count; i++) {
        add(activity, i % 2 == 0 ? spread : atLeader, seed);
      }
    }
  }

  private ZabClient client(Load load, boolean spreadReads) {
    ZabClient client = cluster.client().timeout(load.timeout()).spreadReads(spreadReads).build();
    clients.add(client);
    return client;
  }

  private void add(Activity activity, ZabClient client, long seed) {
    int number = threads.size();
    RandomGenerator random =
        RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 1_000 + number);
    threads.add(new Thread(() -> run(activity, client, number, random), "workload-" + number));
  }

  private void run(Activity activity, ZabClient client, int number, RandomGenerator random) {
    while (!stopping) {
      try {
        if (activity.round(client, number, random)) {
          done.incrementAndGet();
        }
      } catch (ZabException e) {
        failed(e);
      } catch (RuntimeException | Error e) {
        synchronized (this) {
          defects.add(e);
        }
        return;
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  private synchronized void failed(ZabException e) {
    errors.merge(e.code(), 1, Integer::sum);
    lastError = e.getMessage();
  }

  /** How many do what applications do: all but those that read from one node alone. */
  public int users() {
    return users;
  }

  /** How many rounds of all clients succeeded. */
  public long done() {
    return done.get();
  }

  /** How often operations failed, by code. */
  public synchronized Map<ErrorCode, Integer> errors() {
    return new TreeMap<>(errors);
  }

  /** Waits until clients have succeeded so many times more. */
  public void awaitDone(int more) throws Exception {
    long goal = done() + more;
    await(more + " successes of clients", () -> done() >= goal);
  }

  /**
   * Waits until clients have succeeded so many times more, or that many have failed: while nobody
   * is served they do so when their timeout is over.
   */
  public void awaitEnded(int successes, int failures) throws Exception {
    long goal = done() + successes;
    long failed = failures() + failures;
    await(
        successes + " successes or " + failures + " failures of clients",
        () -> done() >= goal || failures() >= failed);
  }

  /** Waits until so many operations have failed. */
  public void awaitFailed(int more) throws Exception {
    long goal = failures() + more;
    await(more + " failures of clients", () -> failures() >= goal);
  }

  /** Waits until so many writes of registers have been acknowledged. */
  public void awaitWritten(int more) throws Exception {
    long goal = registers.written() + more;
    await(more + " writes of registers", () -> registers.written() >= goal);
  }

  private synchronized long failures() {
    return errors.values().stream().mapToInt(Integer::intValue).sum();
  }

  private void await(String what, BooleanSupplier condition) throws Exception {
    Waiting.until(
        what,
        () -> "(" + this + ")" + cluster.describe(),
        () -> {
          synchronized (this) {
            if (!defects.isEmpty()) {
              throw new AssertionError("a client broke down", defects.get(0));
            }
          }
          return condition.getAsBoolean();
        });
  }

  /** Stops the clients, once what they do now is answered or has timed out. */
  public void stop() throws InterruptedException {
    stopping = true;
    for (Thread thread : threads) {
      thread.join();
    }
    synchronized (this) {
      if (!defects.isEmpty()) {
        throw new AssertionError("a client broke down", defects.get(0));
      }
    }
  }

  /**
   * Reads everything in the end, and checks counter and rows; the registers' history is for a
   * checker. Call when clients have stopped and the cluster serves.
   */
  public void checkInTheEnd() {
    try (ZabClient client = cluster.client().timeout(Waiting.PATIENCE).build()) {
      registers.readAll(client);
      counter.check(client);
      ledger.check(client);
    }
  }

  /** What clients did to registers. */
  public History history() {
    return registers.history();
  }

  /** In a line, for people. */
  @Override
  public synchronized String toString() {
    return String.format(
        "%d rounds, %d increments, %d rows, errors %s%s",
        done(),
        counter.acknowledged(),
        ledger.acknowledged(),
        errors,
        lastError.isEmpty() ? "" : ", the last: " + lastError);
  }

  /** Ends the clients, whatever they wait for. */
  @Override
  public void close() {
    stopping = true;
    clients.forEach(ZabClient::close);
    directReads.close();
  }
}

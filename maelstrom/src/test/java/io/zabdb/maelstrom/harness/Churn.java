package io.zabdb.maelstrom.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import io.zabdb.testkit.history.Overlap;
import io.zabdb.testkit.linearizability.CheckResult;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Clients that use lin-kv, some at each node, while its nodes and their network suffer; and what
 * they learnt.
 */
public final class Churn {

  private static final int CLIENTS = 9;
  private static final int KEYS = 4;
  private static final int VALUES = 5;

  /** On a slow machine clients go on until they have done so much. */
  private static final int MIN_DONE = 150;

  /** So many operations should succeed between two strikes. */
  private static final int SERVED = 10;

  private static final long LONGEST_WINDOW = TimeUnit.SECONDS.toNanos(4);
  private static final long PAUSE_MILLIS = 10;

  /** What happens to the cluster between two pauses. */
  public interface Nemesis {
    void strike(Cluster cluster, Random random) throws Exception;
  }

  private final long seed;
  private final Cluster cluster;
  private final HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);

  /** Clients have to stay, whatever the time. */
  private volatile boolean goOn;

  /** Nothing runs yet. */
  public Churn(long seed, Cluster cluster) {
    this.seed = seed;
    this.cluster = cluster;
  }

  /** Whether clients have to stay, whatever the time. */
  public void setGoOn(boolean goOn) {
    this.goOn = goOn;
  }

  /** Waits until all members are in service, who found the group together. */
  public void awaitService() {
    Await.until("operations", () -> recorder.history().count(Outcome.OK) > CLIENTS);
  }

  /**
   * Waits until an operation on each key has succeeded that began behind a point in time.
   *
   * @param since by {@link System#nanoTime}
   */
  public void awaitEachKey(long since) {
    Await.until(
        "success with each key",
        () ->
            recorder.history().operations().stream()
                    .filter(each -> each.outcome() == Outcome.OK && each.invoked() > since)
                    .map(Operation::key)
                    .distinct()
                    .count()
                == KEYS);
  }

  /** What clients have learnt. */
  public History history() {
    return recorder.history();
  }

  /** Runs clients for a while, and strikes; then all is mended, and read at every node. */
  public void run(long millis, Nemesis nemesis) throws Exception {
    Random random = new Random(seed);
    cluster.disturb(4_000, 0.02);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random own = new Random(seed + i);
      Registers registers = new Registers(cluster.client(), "client " + i, recorder);
      String node = cluster.names().get(i % cluster.names().size());
      Thread thread = new Thread(() -> use(registers, node, own, end));
      thread.start();
      clients.add(thread);
    }
    while (clients.stream().anyMatch(Thread::isAlive)) {
      awaitNext(500 + random.nextInt(700));
      nemesis.strike(cluster, random);
    }
    for (Thread client : clients) {
      client.join();
    }
    recover();
  }

  /**
   * Until it is time for the next strike: some operations have succeeded since the last one, or
   * none will. Strikes that leave no time for an election show nothing but that.
   */
  private void awaitNext(long millis) throws InterruptedException {
    long begun = System.nanoTime();
    long goal = recorder.history().count(Outcome.OK) + SERVED;
    TimeUnit.MILLISECONDS.sleep(millis);
    while (recorder.history().count(Outcome.OK) < goal
        && System.nanoTime() - begun < LONGEST_WINDOW) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private void use(Registers registers, String node, Random random, long end) {
    try {
      while (goOn || System.nanoTime() < end || recorder.history().count(Outcome.OK) < MIN_DONE) {
        int key = random.nextInt(KEYS);
        switch (random.nextInt(3)) {
          case 0 -> registers.read(node, key);
          case 1 -> registers.write(node, key, random.nextInt(VALUES));
          default -> registers.cas(node, key, random.nextInt(VALUES), random.nextInt(VALUES));
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(40));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void recover() throws Exception {
    cluster.heal();
    cluster.disturb(0, 0);
    cluster.restartAll();
    Registers last = new Registers(cluster.client(), "last", recorder);
    for (String name : cluster.names()) {
      for (int key = 0; key < KEYS; key++) {
        int wanted = key;
        Await.until(
            "an answer about key " + key + " at " + name, () -> isAnswer(last.read(name, wanted)));
      }
    }
  }

  /** Whether a read was answered: with a value, or with that there is none. */
  public static boolean isAnswer(JsonNode answer) {
    return Body.type(answer).equals("read_ok")
        || Registers.isError(answer, ErrorCode.KEY_DOES_NOT_EXIST);
  }

  /** Fails unless the history is that of one copy, and could be that of several. */
  public void assertOneCopy() {
    CheckResult result = check();
    assertEquals(Verdict.VALID, result.verdict(), () -> String.valueOf(result.failure()));
    // On a slow machine many outcomes are unknown; what is known must overlap all the same.
    assertTrue(Overlap.of(history()).pairs() > 0, "no two operations on a key overlap");
  }

  /** Whether the history is that of one copy. */
  public CheckResult check() {
    History history = recorder.history();
    CheckResult result =
        LinearizabilityChecker.check(history, RegisterModel.casRegister(), Limits.DEFAULT);
    System.out.printf(
        "%s: %d ok, %d failed, %d unknown%n",
        result.verdict(),
        history.count(Outcome.OK),
        history.count(Outcome.FAILED),
        history.count(Outcome.UNKNOWN));
    return result;
  }
}

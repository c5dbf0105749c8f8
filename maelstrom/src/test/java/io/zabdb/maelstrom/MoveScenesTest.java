package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Binary;
import io.zabdb.maelstrom.harness.Churn;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.harness.MoveRequester;
import io.zabdb.maelstrom.harness.Registers;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.node.move.MoveWire;
import io.zabdb.rpc.wire.Response;
import io.zabdb.shard.MessageType;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken builds of moves show in what clients see, when messages are lost that moves depend on; the
 * product passes the same scenes.
 */
class MoveScenesTest {

  private static final int KEY = 1;

  /**
   * Long, so that a request that was answered in vain is asked again when the partition is away.
   */
  private static final int PATIENCE_MILLIS = 9_000;

  @TempDir Path directory;

  private final HistoryRecorder recorder = new HistoryRecorder();

  /**
   * Two groups with leaders of their own.
   *
   * @param from the group that has the key, {@code source} its leader
   * @param to the other group, {@code destination} its leader
   * @param third the node that leads none
   */
  private record Stage(
      Cluster cluster,
      MoveRequester operator,
      int from,
      String source,
      int to,
      String destination,
      String third) {

    static Stage of(Cluster cluster) {
      MoveRequester operator = new MoveRequester(cluster.client());
      String first = cluster.awaitLeader(cluster.names(), 0);
      String second = operator.leadElsewhere(cluster, 1, first);
      Await.until(
          "an owner of the key",
          () -> operator.isServing(first, 0, KEY) || operator.isServing(second, 1, KEY));
      String third =
          cluster.names().stream()
              .filter(name -> !List.of(first, second).contains(name))
              .findFirst()
              .orElseThrow();
      return operator.isServing(first, 0, KEY)
          ? new Stage(cluster, operator, 0, first, 1, second, third)
          : new Stage(cluster, operator, 1, second, 0, first, third);
    }

    /** Returns when the other group serves the key. */
    void move() {
      operator.move(source, from, KEY, destination, to);
      Await.until("an arrival", () -> operator.isServing(destination, to, KEY));
    }

    /** Messages arrive again, and the old owner hears that the other group serves the key. */
    void awaitEnd() {
      cluster.heal();
      Await.until("an end of the move", () -> operator.phase(source, from, KEY).isEmpty());
    }
  }

  private interface Scene {
    void play(Stage stage) throws Exception;
  }

  private Registers client(Stage stage, String name, long patienceMillis) {
    return new Registers(stage.cluster().client(), name, recorder, patienceMillis);
  }

  private Verdict verdict(Binary binary, Scene scene) throws Exception {
    try (Cluster cluster =
        Cluster.startWith(
            61,
            3,
            binary,
            "lin-kv",
            "--groups",
            "2",
            "--tick",
            "100",
            "--patience",
            Integer.toString(PATIENCE_MILLIS),
            "--directory",
            directory.resolve("data").toString())) {
      scene.play(Stage.of(cluster));
      cluster.end();
    }
    return LinearizabilityChecker.check(
            recorder.history(), RegisterModel.casRegister(), Limits.DEFAULT)
        .verdict();
  }

  /**
   * The other group serves the key and its old owner does not hear of it; a client of whose node
   * has always asked there.
   */
  private void readWhereItWas(Stage stage) {
    Registers client = client(stage, "client", PATIENCE_MILLIS);
    awaitWrite(client, stage.source(), 1);
    awaitRead(client, stage.source());
    for (String node : stage.cluster().names()) {
      stage.cluster().dropIf(node, stage.source(), MoveScenesTest::saysDone);
    }
    stage.move();
    assertEquals("SWITCHED", stage.operator().phase(stage.source(), stage.from(), KEY));
    awaitWrite(client, stage.destination(), 2);
    awaitRead(client, stage.source());
    assertEquals("SWITCHED", stage.operator().phase(stage.source(), stage.from(), KEY));
  }

  private static boolean saysDone(JsonNode body) {
    if (!body.has("response")) {
      return false;
    }
    try {
      Response response = Response.parseFrom(Body.bytes(body.get("response")));
      return response.hasTold()
          && MoveWire.letter(response.getTold().getLetter()).messages().stream()
              .anyMatch(message -> message.type() == MessageType.DONE);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An update was done where the key was, its answer is lost, and it is asked again elsewhere. */
  private void askAgainWhereItIs(Stage stage) throws Exception {
    Registers other = client(stage, "other", PATIENCE_MILLIS);
    Registers asking = client(stage, "asking", 2 * PATIENCE_MILLIS);
    // Its node has a session then, and needs none to be opened.
    awaitWrite(asking, stage.third(), 1);
    stage.cluster().drop(stage.source(), stage.third(), "group_answer");
    JsonNode[] answer = new JsonNode[1];
    Thread again = new Thread(() -> answer[0] = asking.write(stage.third(), KEY, 2));
    again.start();
    Await.until("the update", () -> other.read(stage.source(), KEY).path("value").asInt() == 2);
    stage.move();
    awaitWrite(other, stage.destination(), 3);
    stage.cluster().heal();
    again.join();
    assertEquals("write_ok", Body.type(answer[0]), () -> "answer " + answer[0]);
    awaitRead(other, stage.destination());
  }

  private static void awaitWrite(Registers client, String node, int value) {
    Await.until(
        "a write at " + node, () -> Body.type(client.write(node, KEY, value)).equals("write_ok"));
  }

  private static void awaitRead(Registers client, String node) {
    Await.until("a read at " + node, () -> Churn.isAnswer(client.read(node, KEY)));
  }

  @Test
  void aReadWhereAPartitionWas() throws Exception {
    Binary broken = Binary.broken("ReadableAfterSwitch", directory.resolve("classes"));
    assertEquals(Verdict.INVALID, verdict(broken, this::readWhereItWas));
  }

  @Test
  void anUpdateThatIsDoneInBothGroups() throws Exception {
    Binary broken = Binary.broken("SessionsLeftBehind", directory.resolve("classes"));
    assertEquals(Verdict.INVALID, verdict(broken, this::askAgainWhereItIs));
  }

  @Test
  void theProductPassesTheSameScenes() throws Exception {
    assertEquals(
        Verdict.VALID,
        verdict(
            Binary.PRODUCT,
            stage -> {
              readWhereItWas(stage);
              stage.awaitEnd();
              askAgainWhereItIs(Stage.of(stage.cluster()));
            }));
  }
}

package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.group.Store;
import io.zabdb.maelstrom.group.TxnListAppend;
import io.zabdb.maelstrom.harness.Client;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.harness.Registers;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.linearizability.AppendModel;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.Verdict;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Transactions on lists: each takes effect at once, at all lists that it touches, or not at all.
 */
class TxnListAppendTest {

  private static final int CLIENTS = 4;

  /** On a slow machine clients go on until they have tried so many values. */
  private static final int MIN = 30;

  private static ObjectNode txn(String json) {
    try {
      ObjectNode body = Body.of("txn");
      body.set("txn", Body.JSON.readTree(json.replace('\'', '"')));
      return body;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void aTransactionSeesWhatItWrote() throws Exception {
    try (Cluster cluster = Cluster.start(31, 1, "txn-list-append", "--patience", "8000")) {
      cluster.awaitLeader(cluster.names());
      Client client = cluster.client();
      JsonNode first =
          client.ask("n0", txn("[['r',1,null],['append',1,5],['r',1,null],['append',1,6]]"));
      assertEquals(
          "[[\"r\",1,null],[\"append\",1,5],[\"r\",1,[5]],[\"append\",1,6]]",
          first.path("txn").toString());
      JsonNode second = client.ask("n0", txn("[['append',2,7],['r',1,null],['r',2,null]]"));
      assertEquals(
          "[[\"append\",2,7],[\"r\",1,[5,6]],[\"r\",2,[7]]]", second.path("txn").toString());
      client.ask("n0", txn("[['append',10,8],['append','ten',9]]"));
      JsonNode among =
          client.ask("n0", txn("[['r',9,null],['r',100,null],['r',10,null],['r','ten',null]]"));
      assertEquals(
          "[[\"r\",9,null],[\"r\",100,null],[\"r\",10,[8]],[\"r\",\"ten\",[9]]]",
          among.path("txn").toString());
      assertEquals("[]", client.ask("n0", txn("[]")).path("txn").toString());
      for (String wrong : List.of("[['w',1,2]]", "[['r',1]]", "[5]", "{}")) {
        JsonNode answer = client.ask("n0", txn(wrong));
        assertTrue(Registers.isError(answer, ErrorCode.MALFORMED_REQUEST), () -> wrong + answer);
      }
      cluster.end();
    }
  }

  /** Each transaction appends one value to two lists, or reads both: they must be equal. */
  @Test
  void twoListsAreAlwaysEqualThoughLeadersChange() throws Exception {
    HistoryRecorder recorder = new HistoryRecorder();
    List<String> unequal = new ArrayList<>();
    AtomicInteger values = new AtomicInteger();
    try (Cluster cluster = Cluster.start(32, 3, "txn-list-append", "--transfers", "1")) {
      cluster.disturb(2_000, 0.02);
      cluster.awaitLeader(cluster.names());
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Client client = cluster.client();
        String process = "client " + i;
        String node = "n" + i % 3;
        Thread thread =
            new Thread(
                () -> {
                  for (int n = 0; System.nanoTime() < end || values.get() < MIN; n++) {
                    if (n % 2 == 0) {
                      append(client, process, node, values.incrementAndGet(), recorder);
                    } else {
                      read(client, process, node, recorder, unequal);
                    }
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertTrue(cluster.count("leader n") > 3, () -> "told: " + cluster.told());
      cluster.end();
    }
    assertEquals(List.of(), unequal);
    assertEquals(
        Verdict.VALID,
        LinearizabilityChecker.check(recorder.history(), new AppendModel(), Limits.DEFAULT)
            .verdict());
  }

  private static void append(
      Client client, String process, String node, int value, HistoryRecorder recorder) {
    int id = recorder.invoke(process, "x", "append", value);
    ObjectNode txn = txn("[['append','x'," + value + "],['append','y'," + value + "]]");
    JsonNode answer = client.ask(node, txn, 1_000);
    if (Body.type(answer).equals("txn_ok")) {
      recorder.ok(id, null);
    } else if (Registers.isError(answer, ErrorCode.TXN_CONFLICT)
        || Registers.isError(answer, ErrorCode.TEMPORARILY_UNAVAILABLE)) {
      recorder.fail(id);
    } else {
      recorder.unknown(id);
    }
  }

  private static void read(
      Client client, String process, String node, HistoryRecorder recorder, List<String> unequal) {
    int id = recorder.invoke(process, "x", "read", null);
    JsonNode answer = client.ask(node, txn("[['r','x',null],['r','y',null]]"), 1_000);
    if (!Body.type(answer).equals("txn_ok")) {
      recorder.fail(id);
      return;
    }
    JsonNode x = answer.path("txn").path(0).path(2);
    if (!x.equals(answer.path("txn").path(1).path(2))) {
      synchronized (unequal) {
        unequal.add(answer.toString());
      }
    }
    List<Object> list = new ArrayList<>();
    if (x instanceof ArrayNode array) {
      array.forEach(value -> list.add(value.asInt()));
    }
    recorder.ok(id, list);
  }

  /** A store in which others are always faster. */
  private static final class Contended implements Store {

    private int updates;

    @Override
    public CompletableFuture<Boolean> update(List<Condition> conditions, RowMutation mutation) {
      updates++;
      return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletableFuture<List<Optional<Bytes>>> read(Bytes row, List<Bytes> columns) {
      return CompletableFuture.completedFuture(
          columns.stream().map(c -> Optional.<Bytes>empty()).toList());
    }
  }

  @Test
  void whoAlwaysComesTooLateGetsAConflict() throws Exception {
    Contended store = new Contended();
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Node node =
        new Node(
            started -> new TxnListAppend().start(started, store),
            new PrintStream(sent, false, StandardCharsets.UTF_8),
            System.err);
    String init = "{'type':'init','msg_id':1,'node_id':'n0','node_ids':['n0']}";
    String txn = "{'type':'txn','msg_id':2,'txn':[['append',1,1]]}";
    String lines =
        String.format("{'src':'c','body':%s}%n{'src':'c','body':%s}", init, txn).replace('\'', '"');
    node.run(new BufferedReader(new StringReader(lines)));
    String last = sent.toString(StandardCharsets.UTF_8).lines().toList().get(1);
    JsonNode answer = Body.JSON.readTree(last).path("body");
    assertTrue(Registers.isError(answer, ErrorCode.TXN_CONFLICT), last);
    assertTrue(store.updates > 1);
  }
}

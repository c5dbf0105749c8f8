package io.zabdb.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.LoopbackNode;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client and a node that talk over real sockets. */
class LoopbackTest {

  private final LoopbackNode node = new LoopbackNode();
  private final ZabClient client = ZabClient.builder().nodes(node.address()).build();

  @AfterEach
  void close() {
    client.close();
    node.close();
  }

  @Test
  void putsGetsAndDeletes() {
    assertEquals(Optional.empty(), ZabClient.await(client.get("row")));
    Version version = ZabClient.await(client.put("row", "value"));
    Cell cell = ZabClient.await(client.get("row")).orElseThrow();
    assertEquals("value", cell.value().text());
    assertEquals(version, cell.version());
    assertEquals(cell, ZabClient.await(client.getStale(cell.row(), cell.column(), 1)).get(0));
    ZabClient.await(client.deleteColumn(cell.row(), cell.column()));
    assertEquals(Optional.empty(), ZabClient.await(client.get("row")));
  }

  @Test
  void addressesMayComeAsOneList() {
    try (ZabClient listed = ZabClient.builder().nodes("127.0.0.1:9, " + node.address()).build()) {
      ZabClient.await(listed.put("row", "value"));
    }
    for (String bad : List.of("127.0.0.1:9,", "127.0.0.1:9,,127.0.0.1:8", "nowhere")) {
      assertThrows(IllegalArgumentException.class, () -> ZabClient.builder().nodes(bad));
    }
  }

  @Test
  void binaryDataStayAsTheyAre() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    Bytes bytes = Bytes.of(all);
    Column column = new Column("default", bytes);
    ZabClient.await(client.put(bytes, column, bytes));
    Cell cell = ZabClient.await(client.get(bytes, column)).orElseThrow();
    assertEquals(bytes, cell.row());
    assertEquals(column, cell.column());
    assertEquals(bytes, cell.value());
  }

  @Test
  void everyKindOfDeleteDeletesItsPart() {
    Bytes row = Bytes.of("row");
    Column history = Column.of("history", "h");
    Version first = ZabClient.await(client.put(row, history, Bytes.of("1")));
    ZabClient.await(client.put(row, history, Bytes.of("2")));
    assertEquals(2, ZabClient.await(client.getVersions(row, history, 9)).size());
    ZabClient.await(client.deleteVersion(row, history, first));
    assertEquals(1, ZabClient.await(client.getVersions(row, history, 9)).size());
    ZabClient.await(client.put(row, Column.DEFAULT, Bytes.of("x")));
    ZabClient.await(client.deleteFamily(row, "history"));
    assertEquals(List.of(), ZabClient.await(client.getVersions(row, history, 9)));
    assertTrue(ZabClient.await(client.get("row")).isPresent());
    ZabClient.await(client.deleteRow(row));
    assertTrue(ZabClient.await(client.get("row")).isEmpty());
  }

  @Test
  void conditionsAreChecked() {
    Column column = Column.DEFAULT;
    Bytes row = Bytes.of("row");
    RowMutation mutation = RowMutation.in(row).put(column, "a").build();
    List<Condition> absent = List.of(new Condition.Absent(column));
    CheckResult first = ZabClient.await(client.checkAndMutate(absent, mutation));
    assertTrue(first.done());
    assertFalse(ZabClient.await(client.checkAndMutate(absent, mutation)).done());
    Version version = first.version().orElseThrow();
    List<Condition> three =
        List.of(
            new Condition.Present(column),
            new Condition.HasValue(column, Bytes.of("a")),
            new Condition.HasVersion(column, version));
    assertTrue(ZabClient.await(client.checkAndMutate(three, mutation)).done());
    assertFalse(ZabClient.await(client.checkAndMutate(three, mutation)).done());
  }

  @Test
  void rowsArePutTogetherByPartition() {
    List<RowMutation> rows =
        IntStream.range(0, 100)
            .mapToObj(i -> RowMutation.in("row" + i).put(Column.DEFAULT, "v" + i).build())
            .toList();
    ZabException refused =
        assertThrows(ZabException.class, () -> ZabClient.await(client.batch(rows)));
    assertEquals(ErrorCode.INVALID_ARGUMENT, refused.code());
    List<List<RowMutation>> parts = ZabClient.await(client.splitByPartition(rows));
    assertEquals(LoopbackNode.PARTITIONS, parts.size());
    parts.forEach(part -> ZabClient.await(client.batch(part)));
    int found = 0;
    try (PageStream pages = client.scan(Scan.all().pagesOf(7))) {
      for (Cell cell : pages.cells()) {
        assertEquals(cell.row().text().substring(3), cell.value().text().substring(1));
        found++;
      }
    }
    assertEquals(100, found);
  }

  @Test
  void manyThreadsShareAClient() throws InterruptedException {
    List<CompletableFuture<Version>> all =
        java.util.Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 200; i++) {
                  all.add(client.put("row" + number + "/" + i, "v"));
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    all.forEach(ZabClient::await);
    assertEquals(1_600, node.store().applied().size());
  }

  @Test
  void aNodeThatRestartsIsFoundAgain() {
    ZabClient.await(client.put("a", "1"));
    node.stop();
    CompletableFuture<Version> put = client.put("a", "2");
    node.start();
    ZabClient.await(put);
    assertEquals("2", ZabClient.await(client.get("a")).orElseThrow().value().text());
    assertEquals(2, node.store().applied().size());
  }

  @Test
  void limitsAreCheckedBeforeAnythingIsSent() {
    ZabClient.await(client.get("r"));
    int before = node.requests();
    refused(ErrorCode.INVALID_ARGUMENT, client.put("", "v"));
    refused(ErrorCode.TOO_LARGE, client.put("r".repeat(16_385), "v"));
    refused(ErrorCode.TOO_LARGE, client.put("r", "v".repeat((8 << 20) + 1)));
    refused(ErrorCode.INVALID_ARGUMENT, client.getVersions(Bytes.of("r"), Column.DEFAULT, 0));
    refused(ErrorCode.INVALID_ARGUMENT, client.batch(List.of()));
    RowMutation large = RowMutation.in("r").put(Column.DEFAULT, "v".repeat(8 << 20)).build();
    refused(ErrorCode.TOO_LARGE, client.batch(List.of(large, large, large, large)));
    assertEquals(before, node.requests());
  }

  private static void refused(ErrorCode code, CompletableFuture<?> future) {
    ZabException failure = assertThrows(ZabException.class, () -> ZabClient.await(future));
    assertEquals(code, failure.code());
    assertFalse(failure.mayHaveHappened());
  }

  @Test
  void theLargestValueGoesThere() {
    ZabClient.await(client.put("large", "v".repeat(8 << 20)));
    assertEquals(8 << 20, ZabClient.await(client.get("large")).orElseThrow().value().length());
  }

  @Test
  void aNodeOfAnotherClusterIsRefused() {
    try (ZabClient stranger =
        ZabClient.builder().nodes(node.address()).cluster(new UUID(1, 1)).build()) {
      refused(ErrorCode.WRONG_CLUSTER, stranger.get("row"));
    }
  }

  @Test
  void nobodyAtTheAddressIsNamed() {
    node.stop();
    try (ZabClient hasty =
        ZabClient.builder().nodes(node.address()).timeout(Duration.ofMillis(300)).build()) {
      refused(ErrorCode.UNREACHABLE, hasty.get("row"));
    }
  }

  @Test
  void operatorsAskSingleNodes() {
    assertEquals(0, ZabClient.await(client.admin().status(0)).getNode());
    assertEquals(
        LoopbackNode.PARTITIONS, ZabClient.await(client.admin().ring()).ring().partitions().size());
    refused(ErrorCode.NOT_FOUND, client.admin().status(7));
    assertEquals(5, ZabClient.await(client.admin().hashState(0, 0, 5)).getIndex());
    assertEquals(3, ZabClient.await(client.admin().verifyFiles(0, 0)).getBytes());
    ZabClient.await(client.admin().compact(0, 0));
    ZabClient.await(client.admin().transfer(0, java.util.OptionalInt.of(0)));
    refused(ErrorCode.NOT_FOUND, client.admin().compact(0, 9));
  }

  @Test
  void badSettingsAreRefused() {
    ZabClientBuilder builder = ZabClient.builder();
    for (String address : List.of("", "host", "host:", "host:0", "host:65536", "a b:1", ":1")) {
      assertThrows(IllegalArgumentException.class, () -> builder.nodes(address), address);
    }
    assertThrows(IllegalArgumentException.class, builder::build);
    assertThrows(IllegalArgumentException.class, () -> builder.timeout(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> builder.quietAfter(Duration.ofDays(1)));
    assertThrows(IllegalArgumentException.class, () -> builder.maxInFlight(0, 1));
    assertThrows(IllegalArgumentException.class, () -> builder.threads(0));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ZabClient.builder()
                .directory((cluster, nodes) -> null)
                .serverCoordinated(true)
                .build());
  }
}

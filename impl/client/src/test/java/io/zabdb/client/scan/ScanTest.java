package io.zabdb.client.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.call.Caller;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.operation.Update;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ScanTest {

  private static final int ROWS = 100;

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(2, 4));
  private final Caller caller = FakeClients.caller(cluster, FakeClients.settings(), 1);

  private static Column column(int i) {
    return Column.of("default", "c" + i);
  }

  private void load() {
    for (int row = 0; row < ROWS; row++) {
      RowMutation.Builder mutation = RowMutation.in("row" + row);
      for (int i = 0; i < 3; i++) {
        mutation.put(column(i), row + "/" + i);
      }
      done(caller.call(Update.row("put", mutation.build())));
    }
  }

  private <T> T done(CompletableFuture<T> future) {
    time.until(future);
    return future.join();
  }

  private List<Page> pages(PageStream stream) {
    List<Page> pages = new ArrayList<>();
    for (Optional<Page> page = done(stream.next()); page.isPresent(); ) {
      pages.add(page.get());
      page = done(stream.next());
    }
    return pages;
  }

  private static List<Cell> cells(List<Page> pages) {
    return pages.stream().flatMap(page -> page.cells().stream()).toList();
  }

  private static long token(Cell cell) {
    return Token.of(cell.row().toArray());
  }

  private static void assertAllRowsInTokenOrder(List<Cell> cells) {
    assertEquals(3 * ROWS, cells.size());
    assertEquals(3 * ROWS, new HashSet<>(cells.stream().map(Cell::toString).toList()).size());
    List<Cell> sorted = new ArrayList<>(cells);
    sorted.sort(
        Comparator.comparingLong(ScanTest::token).thenComparing(cell -> cell.column().qualifier()));
    assertEquals(sorted, cells);
  }

  private List<Request> scans(int node) {
    return cluster.node(node).received().stream().filter(Request::hasScan).toList();
  }

  @Test
  void allRowsComeInTheOrderOfTheirTokens() {
    load();
    List<Page> pages = pages(new PageStream(caller, Scan.all(), OperationKind.READ));
    assertAllRowsInTokenOrder(cells(pages));
    assertEquals(8, pages.size());
  }

  @Test
  void smallPagesGiveTheSame() {
    load();
    for (int size : new int[] {1, 2, 7}) {
      List<Page> pages =
          pages(new PageStream(caller, Scan.all().pagesOf(size), OperationKind.READ));
      assertAllRowsInTokenOrder(cells(pages));
      assertTrue(pages.stream().allMatch(page -> page.cells().size() <= size));
    }
    List<Page> bytes =
        pages(new PageStream(caller, Scan.all().pagesOfBytes(10), OperationKind.READ));
    assertAllRowsInTokenOrder(cells(bytes));
    assertTrue(bytes.size() > 60, bytes.size() + " pages");
  }

  @Test
  void anEmptyStoreHasNoPages() {
    assertEquals(List.of(), pages(new PageStream(caller, Scan.all(), OperationKind.READ)));
  }

  @Test
  void aRangeOfTokensIsScanned() {
    load();
    List<Cell> all = cells(pages(new PageStream(caller, Scan.all(), OperationKind.READ)));
    long after = token(all.get(30));
    long upTo = token(all.get(200));
    Scan some = Scan.of(new ScanRange.Tokens(new TokenRange(after, upTo)));
    List<Cell> expected =
        all.stream().filter(cell -> token(cell) > after && token(cell) <= upTo).toList();
    assertEquals(
        expected, cells(pages(new PageStream(caller, some.pagesOf(4), OperationKind.READ))));
  }

  @Test
  void aRowAndItsColumnsAreScanned() {
    load();
    done(
        caller.call(
            Update.row("put", RowMutation.in("row7").put(Column.of("history", "h"), "x").build())));
    List<Cell> row =
        cells(pages(new PageStream(caller, Scan.row("row7").pagesOf(2), OperationKind.READ)));
    assertEquals(
        List.of("default:c0", "default:c1", "default:c2", "history:h"),
        row.stream().map(cell -> cell.column().toString()).toList());
    Bytes key = Bytes.of("row7");
    assertEquals(
        row.subList(0, 3),
        cells(pages(new PageStream(caller, Scan.family(key, "default"), OperationKind.READ))));
    assertEquals(
        row.subList(1, 2),
        cells(
            pages(
                new PageStream(
                    caller,
                    Scan.columns(key, "default", Bytes.of("c1"), Bytes.of("c2")),
                    OperationKind.READ))));
  }

  @Test
  void versionsAreScanned() {
    Bytes row = Bytes.of("row");
    for (int i = 0; i < 4; i++) {
      done(
          caller.call(
              Update.row(
                  "put", RowMutation.in(row).put(Column.of("history", ""), "" + i).build())));
    }
    List<Cell> two =
        cells(pages(new PageStream(caller, Scan.row(row).versions(2), OperationKind.READ)));
    assertEquals(List.of("3", "2"), two.stream().map(cell -> cell.value().text()).toList());
  }

  @Test
  void noMorePagesAreFetchedAheadThanWasSaid() {
    load();
    PageStream stream =
        new PageStream(caller, Scan.all().pagesOf(1).prefetch(3), OperationKind.READ);
    time.pass(Duration.ofSeconds(1));
    assertEquals(3, scans(0).size());
    done(stream.next());
    time.pass(Duration.ofSeconds(1));
    assertEquals(4, scans(0).size());
    stream.close();
    time.pass(Duration.ofSeconds(1));
    assertEquals(4, scans(0).size());
    assertEquals(Optional.empty(), done(stream.next()));
  }

  @Test
  void partitionsMaySplitAndMoveMeanwhile() {
    load();
    PageStream stream = new PageStream(caller, Scan.all().pagesOf(5), OperationKind.READ);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; ; i++) {
      Optional<Page> page = done(stream.next());
      if (page.isEmpty()) {
        break;
      }
      pages.add(page.get());
      if (i == 2) {
        cluster.setRing(renamed(Ring.even(2, 16), 2, "split"));
      } else if (i == 10) {
        cluster.setRing(renamed(Ring.even(1, 1), 3, "merged"));
      } else if (i == 20) {
        cluster.setRing(renamed(Ring.even(2, 2), 4, "again"));
      }
    }
    assertAllRowsInTokenOrder(cells(pages));
  }

  @Test
  void partitionsMayMoveMeanwhile() {
    for (OperationKind kind :
        List.of(OperationKind.READ, OperationKind.SPREAD_READ, OperationKind.STALE_READ)) {
      load();
      cluster.nameOwners();
      cluster.setToldRing(Ring.even(2, 4));
      PageStream stream = new PageStream(caller, Scan.all().pagesOf(7), kind);
      List<Page> pages = new ArrayList<>();
      for (int i = 0; ; i++) {
        Optional<Page> page = done(stream.next());
        if (page.isEmpty()) {
          break;
        }
        pages.add(page.get());
        int place = i % 8;
        int owner = cluster.ring().partitions().get(place).group();
        cluster.move(place, 1 - owner, cluster.ring().version());
      }
      assertTrue(pages.size() > 30, pages.size() + " pages");
      assertAllRowsInTokenOrder(cells(pages));
    }
  }

  private static Ring renamed(Ring ring, long version, String prefix) {
    return new Ring(
        version,
        ring.partitions().stream()
            .map(
                partition ->
                    new RingPartition(
                        prefix + partition.name(), partition.range(), partition.group(), 1))
            .toList());
  }

  @Test
  void leadersMayChangeMeanwhile() {
    load();
    PageStream stream = new PageStream(caller, Scan.all().pagesOf(5), OperationKind.READ);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; ; i++) {
      Optional<Page> page = done(stream.next());
      if (page.isEmpty()) {
        break;
      }
      pages.add(page.get());
      if (i % 10 == 5) {
        int leader = (i / 10 + 1) % 3;
        cluster.node((leader + 2) % 3).kill();
        cluster.elect(0, leader);
        cluster.elect(1, leader);
        cluster.node((leader + 2) % 3).resume();
      }
    }
    assertAllRowsInTokenOrder(cells(pages));
  }

  @Test
  void staleScansAskAllReplicas() {
    load();
    List<Cell> cells =
        cells(pages(new PageStream(caller, Scan.all().pagesOf(10), OperationKind.STALE_READ)));
    assertAllRowsInTokenOrder(cells);
    for (int node = 0; node < 3; node++) {
      assertTrue(scans(node).size() > 5);
      assertTrue(scans(node).get(0).getScan().getStale());
    }
  }

  @Test
  void allPagesAreTakenByAnAction() {
    load();
    List<Page> pages = new ArrayList<>();
    done(
        new PageStream(caller, Scan.all().pagesOf(3).prefetch(10), OperationKind.READ)
            .forEach(pages::add));
    assertAllRowsInTokenOrder(cells(pages));
    CompletableFuture<Void> broken =
        new PageStream(caller, Scan.all(), OperationKind.READ)
            .forEach(
                page -> {
                  throw new IllegalStateException("enough");
                });
    time.until(broken);
    assertEquals(
        "enough", assertThrows(CompletionException.class, broken::join).getCause().getMessage());
  }

  @Test
  void onePageIsAskedForAtATime() {
    PageStream stream = new PageStream(caller, Scan.all(), OperationKind.READ);
    CompletableFuture<Optional<Page>> first = stream.next();
    assertFalse(first.isDone());
    assertThrows(IllegalStateException.class, stream::next);
    stream.close();
    assertEquals(Optional.empty(), first.join());
  }

  @Test
  void aFailureEndsTheScan() {
    load();
    PageStream stream =
        new PageStream(caller, Scan.family(Bytes.of("row1"), "unknown"), OperationKind.READ);
    for (int i = 0; i < 2; i++) {
      CompletableFuture<Optional<Page>> next = stream.next();
      time.until(next);
      ZabException failure =
          (ZabException) assertThrows(CompletionException.class, next::join).getCause();
      assertEquals(ErrorCode.NOT_FOUND, failure.code());
      assertFalse(failure.mayHaveHappened());
    }
  }

  @Test
  void scansThatMakeNoSenseAreRefused() {
    refused(ErrorCode.INVALID_ARGUMENT, () -> Scan.all().pagesOf(0));
    refused(ErrorCode.TOO_LARGE, () -> Scan.all().pagesOf(10_001));
    refused(ErrorCode.TOO_LARGE, () -> Scan.all().pagesOfBytes((16 << 20) + 1));
    refused(ErrorCode.INVALID_ARGUMENT, () -> Scan.all().versions(0));
    refused(ErrorCode.TOO_LARGE, () -> Scan.all().prefetch(101));
    refused(ErrorCode.INVALID_ARGUMENT, () -> Scan.row(""));
    refused(
        ErrorCode.INVALID_ARGUMENT,
        () -> Scan.columns(Bytes.of("r"), "default", Bytes.of("b"), Bytes.of("a")));
    refused(
        ErrorCode.INVALID_ARGUMENT,
        () -> Scan.columns(Bytes.of("r"), "a/b", Bytes.EMPTY, Bytes.EMPTY));
  }

  private static void refused(ErrorCode code, org.junit.jupiter.api.function.Executable scan) {
    assertEquals(code, assertThrows(ZabException.class, scan).code());
  }
}

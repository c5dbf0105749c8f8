package io.zabdb.node.move;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.api.DiskRoom;
import io.zabdb.node.metrics.Tails;
import io.zabdb.node.move.BaseFetcher.State;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.FilePart;
import io.zabdb.rpc.wire.ReadFile;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that come from a source that the test writes, in a time that the test lets pass. */
@Timeout(60)
class BaseFetcherTest {

  private static final long SEED = 4714;
  private static final int GROUP = 4;
  private static final int SOURCE = 7;
  private static final String KIND = "test";
  private static final long RESERVE = 1_000;
  private static final int MIB = 1 << 20;

  @TempDir Path temp;

  private final StepLoop loop = new StepLoop();
  private final FakeTaker taker = new FakeTaker();
  private final Disk room = new Disk();
  private final MemoryAccount memory =
      MemoryBudget.builder(100 << 20, 0, 0)
          .purpose(Purpose.MOVES, 0, 2 * MIB)
          .build()
          .account(Purpose.MOVES);

  /** What becomes of a request and its answer. */
  private BiFunction<ReadFile, Response, Response> wire = (request, response) -> response;

  private Path source;
  private BaseOffer offer;
  private BaseFetcher fetcher;
  private int underWay;
  private int mostUnderWay;
  private int asked;

  private static final class Disk implements DiskRoom {
    private long free = 1L << 40;
    private boolean isShort;

    @Override
    public long freeBytes() {
      return free;
    }

    @Override
    public boolean isShort() {
      return isShort;
    }
  }

  @BeforeEach
  void start() throws IOException {
    source = Files.createDirectory(temp.resolve("source"));
    Random random = new Random(SEED);
    for (int bytes : new int[] {0, 1, FileParts.MOST, FileParts.MOST + 1, 3 * MIB}) {
      byte[] content = new byte[bytes];
      random.nextBytes(content);
      Files.write(source.resolve(bytes + ".sst"), content);
    }
    Manifest.write(source, KIND);
    offer = offer(source);
    taker.fetching = temp.resolve("fetching");
    taker.receiver =
        directory -> {
          Manifest.verify(directory, KIND);
          return Manifest.digest(directory);
        };
    fetcher = fetcher(1L << 40);
  }

  private BaseFetcher fetcher(long rate) {
    MoveTraffic traffic = new MoveTraffic(loop, loop, rate, () -> Tails.UNKNOWN);
    return new BaseFetcher(loop, loop, loop, room, RESERVE, this::read, traffic, memory);
  }

  private static BaseOffer offer(Path directory) throws IOException {
    Map<String, Long> files = new TreeMap<>();
    for (Path file : DiskFiles.list(directory)) {
      files.put(file.getFileName().toString(), Files.size(file));
    }
    return new BaseOffer(2, "p", 3, Manifest.digest(directory), new TreeMap<>(files));
  }

  private CompletableFuture<Response> read(int node, ReadFile request) {
    assertEquals(SOURCE, node);
    assertEquals(2, request.getGroup());
    FileParts.check(request);
    underWay++;
    asked++;
    assertTrue(asked < 1_000, "asked again and again");
    mostUnderWay = Math.max(mostUnderWay, underWay);
    CompletableFuture<Response> answer = new CompletableFuture<>();
    loop.execute(
        () -> {
          underWay--;
          try {
            FilePart part = FileParts.read(source, request);
            answer.complete(wire.apply(request, Response.newBuilder().setFilePart(part).build()));
          } catch (IOException | ZabException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /** What is said of the offer; a millisecond later all may have come. */
  private BaseFetcher.OfferProgress offered() {
    BaseFetcher.OfferProgress progress = fetcher.offered(GROUP, taker, offer, SOURCE);
    loop.pass(TimeUnit.MILLISECONDS.toNanos(1));
    return progress;
  }

  private Path directory() throws IOException {
    return DiskFiles.list(taker.fetching).get(0);
  }

  private void nothingIsLeft() throws IOException {
    assertTrue(DiskFiles.list(taker.fetching).isEmpty(), "" + DiskFiles.list(taker.fetching));
    assertEquals(0, memory.used());
  }

  @Test
  void allFilesComeAsTheyWereAFewPartsAtATime() throws IOException {
    // So that by the rate all might be asked for at once.
    loop.pass(TimeUnit.SECONDS.toNanos(1));
    assertEquals(State.FETCHING, offered().state());
    for (Path file : DiskFiles.list(source)) {
      assertArrayEquals(
          Files.readAllBytes(file), Files.readAllBytes(directory().resolve(file.getFileName())));
    }
    assertEquals(DiskFiles.list(source).size(), DiskFiles.list(directory()).size());
    assertEquals(BaseFetch.PARTS, mostUnderWay);
    assertEquals(new BaseFetcher.OfferProgress(State.HAS, offer.bytes(), ""), offered());
    assertEquals(0, memory.used());
    assertEquals(1 + 1 + 2 + 12 + 1, asked, "each part once, none of the empty file");
  }

  @Test
  void howFarItIsIsTold() {
    fetcher = fetcher(MIB);
    offered();
    loop.pass(TimeUnit.SECONDS.toNanos(2));
    BaseFetcher.OfferProgress progress = offered();
    assertEquals(State.FETCHING, progress.state());
    assertTrue(progress.bytes() > MIB && progress.bytes() < 3 * MIB, progress::toString);
    assertEquals((long) BaseFetch.PARTS * FileParts.MOST, memory.used());
  }

  /** Three and a half MiB, the first part at once. */
  @Test
  void filesComeNoFasterThanTheyMay() {
    fetcher = fetcher(MIB);
    offered();
    loop.pass(TimeUnit.MILLISECONDS.toNanos(3_100));
    assertEquals(State.FETCHING, offered().state());
    loop.pass(TimeUnit.MILLISECONDS.toNanos(400));
    assertEquals(State.HAS, offered().state());
  }

  private static Response flipped(Response response) {
    byte[] bytes = response.getFilePart().getBytes().toByteArray();
    bytes[bytes.length / 2] ^= 8;
    Response.Builder damaged = response.toBuilder();
    damaged.getFilePartBuilder().setBytes(ByteString.copyFrom(bytes));
    return damaged.build();
  }

  @Test
  void aPartWithAFlippedBitIsRefusedAndFetchedAgain() {
    AtomicInteger answers = new AtomicInteger();
    wire = (request, response) -> answers.incrementAndGet() == 5 ? flipped(response) : response;
    offered();
    loop.pass(TimeUnit.SECONDS.toNanos(1));
    assertEquals(State.HAS, offered().state());
    assertEquals(18, asked, "that part alone came twice");
  }

  @Test
  void aPartThatIsTooShortIsRefused() {
    wire =
        (request, response) -> {
          Response.Builder less = response.toBuilder();
          less.getFilePartBuilder().setBytes(ByteString.EMPTY).setCrc32C(0);
          return less.build();
        };
    offered();
    loop.pass(TimeUnit.SECONDS.toNanos(11));
    BaseFetcher.OfferProgress progress = offered();
    assertEquals(State.FAILED, progress.state());
    assertTrue(progress.reason().contains("damage in "), progress.reason());
  }

  private static Response error(ErrorCode code) {
    return WireErrors.response(code, "so it is").build();
  }

  @Test
  void aSourceThatIsSilentForAWhileIsAskedAgain() {
    wire =
        (request, response) ->
            loop.nanos() < TimeUnit.SECONDS.toNanos(9) && asked > 4
                ? error(ErrorCode.UNAVAILABLE)
                : response;
    offered();
    loop.pass(TimeUnit.SECONDS.toNanos(8));
    assertEquals(State.FETCHING, offered().state());
    assertTrue(asked > 20 && asked <= 4 + BaseFetch.PARTS * 41, asked + " times in 8 s");
    loop.pass(TimeUnit.SECONDS.toNanos(2));
    assertEquals(State.HAS, offered().state());
  }

  /** The leader of its own group offers them, too, by the name of that group. */
  @Test
  void whatIsUnderWayComesFromWhereItBegan() {
    wire =
        (request, response) ->
            loop.nanos() < TimeUnit.SECONDS.toNanos(2) ? error(ErrorCode.UNAVAILABLE) : response;
    offered();
    BaseOffer again = new BaseOffer(GROUP, "p", 3, offer.digest(), offer.files(), 1);
    assertEquals(State.FETCHING, fetcher.offered(GROUP, taker, again, SOURCE + 1).state());
    loop.pass(TimeUnit.SECONDS.toNanos(4));
    assertEquals(State.HAS, offered().state());
  }

  @Test
  void aSourceThatDiesInTheMiddleIsGivenUpAndTheNextOfferBeginsAnew() throws IOException {
    wire = (request, response) -> asked > 8 ? error(ErrorCode.UNAVAILABLE) : response;
    offered();
    assertFalse(DiskFiles.list(taker.fetching).isEmpty());
    loop.pass(TimeUnit.SECONDS.toNanos(11));
    nothingIsLeft();
    wire = (request, response) -> response;
    BaseFetcher.OfferProgress progress = offered();
    assertEquals(State.FAILED, progress.state());
    assertTrue(
        progress.reason().contains("nothing came for 10 s")
            && progress.reason().contains("node 7: so it is"),
        progress.reason());
    assertEquals(State.FETCHING, offered().state());
    assertEquals(State.HAS, offered().state());
  }

  @Test
  void whatTheSourceNoLongerOffersIsGivenUpAtOnce() throws IOException {
    wire = (request, response) -> asked > 8 ? error(ErrorCode.NOT_FOUND) : response;
    offered();
    nothingIsLeft();
    assertEquals("node 7: so it is", offered().reason());
  }

  @Test
  void withoutRoomOnTheDiskItIsRefused() {
    room.free = RESERVE + offer.bytes() - 1;
    BaseFetcher.OfferProgress progress = offered();
    assertEquals(State.FAILED, progress.state());
    assertTrue(
        progress.reason().contains(offer.bytes() + " bytes")
            && progress.reason().contains("room for " + (offer.bytes() - 1)),
        progress.reason());
    assertEquals(0, asked);
    room.free++;
    assertEquals(State.FETCHING, offered().state());
    assertEquals(State.HAS, offered().state());
  }

  @Test
  void whenTheDiskGetsShortItStops() throws IOException {
    wire =
        (request, response) -> {
          room.isShort = asked > 8;
          return response;
        };
    offered();
    nothingIsLeft();
    assertEquals("the disk is short of room", offered().reason());
    assertEquals(State.FAILED, offered().state());
  }

  @Test
  void filesThatAreNotWhatTheyWereAreFetchedAFewTimes() throws IOException {
    byte[] rotten = Files.readAllBytes(source.resolve("1.sst"));
    rotten[0] ^= 1;
    Files.write(source.resolve("1.sst"), rotten);
    offered();
    assertEquals(17 * BaseFetch.ROUNDS, asked);
    nothingIsLeft();
    for (int i = 0; i < 3; i++) {
      BaseFetcher.OfferProgress progress = offered();
      assertEquals(State.FAILED, progress.state());
      assertTrue(progress.reason().contains("fetched 3 times"), progress.reason());
    }
    assertEquals(17 * BaseFetch.ROUNDS, asked, "it is not tried again");
  }

  @Test
  void filesOfAnotherDigestAreNotHandedOver() throws IOException {
    taker.receiver = directory -> Bytes.of("any will do");
    offer = new BaseOffer(2, "p", 3, Bytes.of("another"), offer.files());
    offered();
    assertTrue(offered().reason().contains("another digest"), () -> offered().reason());
    assertTrue(taker.kept.isEmpty());
  }

  @Test
  void whatTheReplicaDoesNotTakeForAnotherReasonIsTold() throws IOException {
    taker.receiver =
        directory -> {
          throw ZabException.of(ErrorCode.OVERLOADED, "64 wait here");
        };
    offered();
    assertEquals(17, asked);
    nothingIsLeft();
    assertTrue(offered().reason().contains("64 wait here"));
  }

  @Test
  void othersWaitUntilTheyAreOfferedAgain() throws IOException {
    fetcher = fetcher(MIB);
    offered();
    BaseOffer other = new BaseOffer(2, "q", 3, Bytes.of("other"), offer.files());
    assertEquals(State.LATER, fetcher.offered(GROUP, taker, other, SOURCE).state());
    assertEquals(State.LATER, fetcher.offered(GROUP + 1, taker, offer, SOURCE).state());
    loop.pass(TimeUnit.SECONDS.toNanos(5));
    assertEquals(State.HAS, offered().state());
    assertEquals(State.FETCHING, fetcher.offered(GROUP, taker, other, SOURCE).state());
  }

  @Test
  void withoutMemoryItBeginsLater() {
    memory.take(2 * MIB - 1);
    assertEquals(State.LATER, offered().state());
    assertEquals(0, asked);
    memory.give(2 * MIB - 1);
    assertEquals(State.FETCHING, offered().state());
  }

  @Test
  void onlyTheNewestFailuresAreRemembered() {
    wire = (request, response) -> error(ErrorCode.NOT_FOUND);
    List<BaseOffer> offers = new ArrayList<>();
    for (int i = 0; i <= 64; i++) {
      offers.add(new BaseOffer(2, "p", 3, Bytes.of("offer " + i), offer.files()));
    }
    for (BaseOffer each : offers) {
      offer = each;
      assertEquals(State.FETCHING, offered().state());
    }
    assertEquals(State.FAILED, offered().state());
    offer = offers.get(1);
    assertEquals(State.FAILED, offered().state());
    offer = offers.get(0);
    assertEquals(State.FETCHING, offered().state());
  }

  @Test
  void aReplicaThatTakesNoPartitionsSaysSo() {
    taker.fetching = null;
    assertTrue(offered().reason().contains("takes no partitions"));
  }

  @Test
  void aNodeThatStopsGivesUp() throws IOException {
    fetcher = fetcher(MIB);
    offered();
    fetcher.stop();
    loop.run();
    nothingIsLeft();
    assertTrue(offered().reason().contains("stopping"));
    assertEquals(State.LATER, offered().state());
  }
}

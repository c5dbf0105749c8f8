package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.environment.Worker;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.Completing;
import io.zabdb.node.config.Address;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.Fetching;
import io.zabdb.replica.move.FoundStore;
import io.zabdb.replica.move.Holders;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.ReadFile;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of a partition of a store on node 0 come to stores on nodes 1 and 2, over sockets. */
@Timeout(120)
class FileShippingTest {

  private static final int OTHER = PostedNode.OTHER;
  private static final PartitionId P = new PartitionId("p", TokenRange.ALL);
  private static final List<Family> FAMILIES = List.of(Family.of("f"));
  private static final int ROWS = 300;

  @TempDir Path temp;

  private final List<PostedNode> nodes = new ArrayList<>();
  private final List<StorageEngine> engines = new ArrayList<>();
  private Path base;
  private BaseOffer offer;

  @BeforeEach
  void start() throws IOException {
    List<Address> addresses = new ArrayList<>();
    for (int node = 0; node < 3; node++) {
      nodes.add(new PostedNode(node, 100 << 20));
      addresses.add(nodes.get(node).bind());
    }
    for (PostedNode node : nodes) {
      for (int other = 0; other < 3; other++) {
        node.topology.learn(other, addresses.get(other));
      }
    }
    base = export();
    offer = offer(base);
    nodes.get(0).taker.offers.put(offer.digest(), base);
    receives(1);
    receives(2);
  }

  @AfterEach
  void stop() {
    nodes.forEach(PostedNode::close);
    engines.forEach(StorageEngine::close);
  }

  private StorageEngine open(String name) {
    StorageEngine engine = TreeEngine.onDisk(temp.resolve(name), RocksOptions.TINY);
    engines.add(engine);
    engine.keepArrivalsIn(temp.resolve(name + "-arrived"));
    return engine;
  }

  /** The files of a partition that moves. */
  private Path export() {
    StorageEngine engine = open("source");
    List<Entry> log = new ArrayList<>();
    log.add(entry(1, new Structure(ShardCommand.found(new Birth(1, 2), List.of(P)), FAMILIES)));
    ShardCommand begin = ShardCommand.of(CommandKind.BEGIN, P, 1, new Birth(3, 4));
    log.add(entry(2, Structure.of(begin)));
    Random random = new Random(4716);
    for (int i = 0; i < ROWS; i++) {
      byte[] value = new byte[5_000];
      random.nextBytes(value);
      Change put = new Change.Put(new Column("f", Bytes.of("q")), Bytes.wrap(value));
      Action action = new Action.Mutate(new RowMutation(Bytes.of("row" + i), List.of(put)));
      byte[] payload = CommandCodec.encode(new Command("p", 10, action));
      log.add(new Entry(1, log.size() + 1L, 5, i + 1L, payload));
    }
    for (Entry entry : log) {
      Result result = engine.apply(List.of(entry)).get(0);
      assertInstanceOf(Result.Done.class, result, () -> entry.zxid() + ": " + result);
    }
    Path directory = temp.resolve("base");
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, "p", directory);
    }
    return directory;
  }

  private static Entry entry(int number, Structure structure) {
    return new Entry(1, number, Structure.SESSION, number, StructureCodec.encode(structure));
  }

  private static BaseOffer offer(Path directory) throws IOException {
    TreeMap<String, Long> files = new TreeMap<>();
    for (Path file : DiskFiles.list(directory)) {
      files.put(file.getFileName().toString(), Files.size(file));
    }
    return new BaseOffer(0, "p", 1, Manifest.digest(directory), files);
  }

  private void receives(int node) {
    StorageEngine engine = open("store-" + node);
    nodes.get(node).taker.keeps = digest -> engine.received(digest).isPresent();
    nodes.get(node).taker.receiver = directory -> engine.receive(directory).digest();
    nodes.get(node).taker.fetching = temp.resolve("fetching-" + node);
  }

  private long offered() {
    return answered().members();
  }

  private Holders answered() {
    return nodes.get(0).courier.offer(OTHER, offer).orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Until these members have them. */
  private void offeredUntil(long members) {
    while (offered() != members) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aStoreReceivesWhatAnotherHasExported() throws IOException {
    assertTrue(offer.bytes() > ROWS * 5_000L, "" + offer);
    Holders first = answered();
    assertEquals(0, first.members());
    assertEquals(0b110, first.fetching());
    offeredUntil(0b110);
    assertEquals(0, answered().fetching());
    for (int node = 1; node <= 2; node++) {
      Path arrived = temp.resolve("store-" + node + "-arrived");
      assertEquals(offer.digest(), Manifest.digest(DiskFiles.list(arrived).get(0)));
      assertEquals(List.of(), DiskFiles.list(temp.resolve("fetching-" + node)));
    }
  }

  @Test
  void aMemberThatIsAwayHasThemNot() {
    nodes.get(2).close();
    offeredUntil(0b010);
    assertEquals(0, answered().fetching());
    String lacking = answered().lacking();
    assertTrue(lacking.contains("; node 2: "), lacking);
    assertFalse(lacking.contains("node 1"), lacking);
  }

  @Test
  void theReplicaOfTheSourcesNodeHasThemToo() {
    receives(0);
    offeredUntil(0b111);
    assertEquals("", answered().lacking());
  }

  @Test
  void aReplicaThatTakesNoPartitionsHasThemNot() {
    nodes.get(1).takesPart = false;
    offeredUntil(0b100);
    String lacking = answered().lacking();
    assertTrue(lacking.startsWith("node 0: this replica takes no partitions; node 1: "), lacking);
  }

  @Test
  void whatIsDamagedAtTheSourceIsNotReceived() throws IOException {
    Path largest = null;
    for (Path file : DiskFiles.list(base)) {
      largest = largest == null || Files.size(file) > Files.size(largest) ? file : largest;
    }
    byte[] whole = Files.readAllBytes(largest);
    byte[] rotten = whole.clone();
    rotten[rotten.length / 2] ^= 1;
    Files.write(largest, rotten);
    nodes.get(2).takesPart = false;
    assertEquals(0, offered());
    while (!nodes.get(1).failure(offer).contains("fetched 3 times")) {
      Thread.onSpinWait();
    }
    Holders nobody = answered();
    assertEquals(0, nobody.members());
    assertTrue(nobody.lacking().contains("node 1: fetched 3 times"), nobody.lacking());
    assertFalse(engines.get(1).received(offer.digest()).isPresent());
    assertEquals(List.of(), DiskFiles.list(temp.resolve("fetching-1")));
  }

  /** Of several partitions each might be lacking at another member. */
  @Test
  void aMemberThatLacksSomethingElseDoesNotCountForItsLeader() {
    offeredUntil(0b110);
    nodes.get(1).taker.applied = 5;
    offer = offer.behind(5);
    assertEquals(0b110, offered());
    offer = offer.behind(6);
    assertEquals(0b100, offered());
  }

  @Test
  void aReplicaGetsTheStoreOfAnotherMember() throws IOException {
    StoreOffer store = new StoreOffer(OTHER, 7, offer.digest(), offer.files());
    nodes.get(2).taker.store = store;
    nodes.get(2).taker.offers.put(offer.digest(), base);
    GroupCourier asker = nodes.get(1).courier;
    FoundStore found = asker.askForStore(OTHER, 7).orTimeout(60, TimeUnit.SECONDS).join();
    assertEquals(new FoundStore(2, store), found);
    Fetching how = asker.fetch(found);
    while (how == Fetching.UNDER_WAY) {
      Thread.onSpinWait();
      how = asker.fetch(found);
    }
    assertEquals(Fetching.THERE, how);
    Path arrived = temp.resolve("store-1-arrived");
    assertEquals(offer.digest(), Manifest.digest(DiskFiles.list(arrived).get(0)));
  }

  private ZabException refusedStore(int group, long least) {
    CompletionException failed =
        assertThrows(
            CompletionException.class,
            () ->
                nodes
                    .get(1)
                    .courier
                    .askForStore(group, least)
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join());
    return assertInstanceOf(ZabException.class, failed.getCause());
  }

  /** They would be made in vain, each time of a whole store. */
  @Test
  void nobodyMakesFilesForWhoeverFetchesThoseOfAnotherGroup() {
    CompletableFuture<Void> verified = new CompletableFuture<>();
    Function<Path, Bytes> receiver = nodes.get(1).taker.receiver;
    nodes.get(1).taker.receiver =
        directory -> {
          verified.orTimeout(60, TimeUnit.SECONDS).join();
          return receiver.apply(directory);
        };
    try {
      assertEquals(0b110, answered().fetching());
      ZabException refused = refusedStore(0, 7);
      assertEquals("UNAVAILABLE", refused.code().name());
      assertEquals("node 1 fetches files of another group", refused.problem());
      assertEquals(0, nodes.get(0).taker.storesAskedFor.get());
      // What it fetches may be just what it asks for.
      nodes.get(2).taker.store = new StoreOffer(OTHER, 7, offer.digest(), offer.files());
      GroupCourier asker = nodes.get(1).courier;
      assertEquals(2, asker.askForStore(OTHER, 7).orTimeout(60, TimeUnit.SECONDS).join().node());
    } finally {
      verified.complete(null);
    }
  }

  @Test
  void nobodyGivesAStoreOfFewerEntries() {
    nodes.get(2).taker.store = new StoreOffer(OTHER, 7, offer.digest(), offer.files());
    GroupCourier asker = nodes.get(1).courier;
    assertEquals("UNAVAILABLE", refusedStore(OTHER, 8).code().name());
    assertEquals(
        Fetching.FAILED,
        asker.fetch(new FoundStore(2, new StoreOffer(99, 7, offer.digest(), offer.files()))));
  }

  private Response read(int node, ReadFile.Builder request) {
    return nodes
        .get(1)
        .links
        .ask(node, Request.newBuilder().setReadFile(request), 30_000)
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
  }

  /** As when so many parts wait to be read as may. */
  @Test
  void aPartThatCannotBeReadNowIsRefused() {
    Worker full =
        new Worker() {
          @Override
          public boolean submit(Runnable task) {
            return false;
          }

          @Override
          public boolean isClosed() {
            return false;
          }

          @Override
          public void close() {}
        };
    PostedNode node = nodes.get(0);
    CompletableFuture<Response> answer = new CompletableFuture<>();
    new MoveRequests(
            node.topology,
            group -> Optional.of(node.taker),
            node.fetcher,
            node.links,
            node.traffic,
            full)
        .handle(
            Request.newBuilder().setReadFile(part(Manifest.NAME)).build(), new Completing(answer));
    assertEquals(ErrorCode.OVERLOADED, answer.join().getError().getCode());
  }

  private ReadFile.Builder part(String name) {
    return ReadFile.newBuilder()
        .setGroup(0)
        .setDigest(WireData.bytes(offer.digest()))
        .setName(name)
        .setLength(10);
  }

  @Test
  void onlyWhatIsOfferedIsRead() {
    ReadFile.Builder request = part(Manifest.NAME);
    assertEquals(10, read(0, request).getFilePart().getBytes().size());
    assertEquals(
        ErrorCode.INVALID_ARGUMENT, read(0, request.clone().setName("../x")).getError().getCode());
    assertEquals(
        ErrorCode.INVALID_ARGUMENT,
        read(0, request.clone().setName(temp.resolve("base").toString())).getError().getCode());
    assertEquals(ErrorCode.NOT_FOUND, read(0, request.clone().setName("x")).getError().getCode());
    assertEquals(ErrorCode.NOT_FOUND, read(0, request.clone().clearDigest()).getError().getCode());
    assertEquals(ErrorCode.UNAVAILABLE, read(0, request.clone().setGroup(9)).getError().getCode());
    assertEquals(ErrorCode.NOT_FOUND, read(2, request.setGroup(OTHER)).getError().getCode());
  }
}

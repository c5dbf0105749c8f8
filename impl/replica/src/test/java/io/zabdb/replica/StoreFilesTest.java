package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFilesTest {

  private static final int GROUP = 3;
  private static final Birth OTHER = new Birth(3, 4);
  private static final PartitionId PART = new PartitionId("p", TokenRange.ALL);

  @TempDir Path directory;

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final ReplicaStore store = new ReplicaStore(engine);
  private final StepWorkers workers = new StepWorkers();
  private BaseFiles bases;
  private StoreFiles files;

  @BeforeEach
  void begin() {
    engine.keepArrivalsIn(directory.resolve("arrived"));
    bases = new BaseFiles(store, GROUP, Optional.of(directory), workers);
    files = new StoreFiles(bases, GROUP);
    apply(ShardCommand.found(new Birth(1, 2), List.of()));
  }

  @AfterEach
  void end() {
    bases.close();
    store.close();
  }

  private void apply(ShardCommand command) {
    apply(engine, command);
  }

  private static void apply(StorageEngine at, ShardCommand command) {
    int number = (int) at.applied().length() + 1;
    boolean isOfFamilies = command.kind() == CommandKind.PREPARE || !command.into().isEmpty();
    List<Family> families = isOfFamilies ? List.of(Family.of("f")) : List.of();
    byte[] payload = StructureCodec.encode(new Structure(command, families));
    at.apply(List.of(new Entry(1, number, Structure.SESSION, number, payload)));
  }

  private <T> T answer(CompletableFuture<T> asked) {
    workers.runAll();
    assertTrue(asked.isDone());
    return asked.join();
  }

  private void unavailable(CompletableFuture<?> asked, String why) {
    Throwable failed = assertThrows(CompletionException.class, () -> answer(asked)).getCause();
    StorageException cause = assertInstanceOf(StorageException.class, failed);
    assertEquals(ErrorCode.UNAVAILABLE, cause.code());
    assertTrue(cause.getMessage().contains(why), cause.getMessage());
  }

  @Test
  void theyHoldAllThatIsApplied() {
    StoreOffer offer = answer(files.make(1));
    assertEquals(1, offer.length());
    Path there = files.offered(offer.digest()).orElseThrow();
    assertEquals(offer.digest(), Manifest.digest(there));
    try (StorageEngine copy = TreeEngine.inMemory(new MemoryDisk())) {
      copy.verifyCheckpoint(there);
      copy.importCheckpoint(there);
      assertEquals(engine.applied(), copy.applied());
      assertEquals(engine.table(), copy.table());
    }
  }

  @Test
  void thoseThatAreThereDoIfTheyAreOfEnough() throws IOException {
    StoreOffer offer = answer(files.make(1));
    Path there = files.offered(offer.digest()).orElseThrow();
    apply(ShardCommand.of(CommandKind.PREPARE, PART, 1, OTHER));
    assertEquals(offer, answer(files.make(1)));
    StoreOffer later = answer(files.make(2));
    assertEquals(2, later.length());
    assertNotEquals(offer.digest(), later.digest());
    assertEquals(later, answer(files.make(1)));
    // Whoever reads the ones before goes on.
    assertEquals(Optional.of(there), files.offered(offer.digest()));
    assertTrue(Files.exists(there));
    assertEquals(2, DiskFiles.list(bases.making()).size());
  }

  @Test
  void soManyAreReadAtATimeAndNoMore() throws IOException {
    StoreOffer first = answer(files.make(1));
    for (int number = 2; number <= StoreFiles.MOST; number++) {
      apply(ShardCommand.of(CommandKind.PREPARE, part(number), 1, OTHER));
      assertEquals(number, answer(files.make(number)).length());
    }
    int more = StoreFiles.MOST + 1;
    apply(ShardCommand.of(CommandKind.PREPARE, part(more), 1, OTHER));
    unavailable(files.make(more), "others read files of this store, 3 at a time");
    assertEquals(StoreFiles.MOST, DiskFiles.list(bases.making()).size());
    assertTrue(answer(files.dropUnread()));
    Path there = files.offered(first.digest()).orElseThrow();
    assertTrue(answer(files.dropUnread()));
    assertEquals(List.of(there), DiskFiles.list(bases.making()));
    assertEquals(more, answer(files.make(more)).length());
  }

  /** One of many that share the tokens. */
  private static PartitionId part(int number) {
    return new PartitionId("p" + number, new TokenRange(number, number + 1));
  }

  @Test
  void fewerEntriesThanAreAskedForAreNotOffered() {
    unavailable(files.make(2), "has applied 1 entries, and 2 are asked for");
  }

  @Test
  void whatFailsLeavesNothing() throws IOException {
    Files.createDirectories(bases.making());
    Files.writeString(bases.making().resolve("store-1"), "in the way");
    CompletableFuture<StoreOffer> failed = files.make(1);
    assertThrows(CompletionException.class, () -> answer(failed));
    assertEquals(List.of(), DiskFiles.list(bases.making()));
    assertEquals(1, answer(files.make(1)).length());
  }

  /** Whoever drives a move asks for it twice a second. */
  @Test
  void aBaseThatFailsLeavesNothing() throws IOException {
    Files.createDirectories(bases.making());
    Files.writeString(bases.making().resolve("base-1"), "in the way");
    CompletableFuture<MadeBase> failed = bases.make("p", 1);
    assertThrows(CompletionException.class, () -> answer(failed));
    assertEquals(List.of(), DiskFiles.list(bases.making()));
  }

  /** By a leader that was none for a moment while the first was made. */
  @Test
  void aBaseIsMadeOnce() throws IOException {
    StorageEngine owner = TreeEngine.inMemory(new MemoryDisk());
    ReplicaStore all = new ReplicaStore(owner);
    Path place = directory.resolve("owner");
    try (BaseFiles made = new BaseFiles(all, GROUP, Optional.of(place), workers)) {
      apply(owner, ShardCommand.found(new Birth(1, 2), List.of(PART)));
      apply(owner, ShardCommand.of(CommandKind.BEGIN, PART, 1, OTHER));
      CompletableFuture<MadeBase> first = made.make("p", 1);
      CompletableFuture<MadeBase> second = made.make("p", 1);
      assertEquals(answer(first), answer(second));
      assertEquals(1, DiskFiles.list(made.making()).size());
      apply(owner, ShardCommand.of(CommandKind.ABORT, PART, 1, OTHER));
      made.tableChanged(owner.table());
      workers.runAll();
      assertEquals(List.of(), DiskFiles.list(made.making()));
    } finally {
      all.close();
    }
  }

  @Test
  void whoLacksFilesOffersNone() {
    apply(ShardCommand.of(CommandKind.PREPARE, PART, 1, OTHER));
    PartitionCopy copy = new PartitionCopy(1, Bytes.of("none"), new TreeMap<>(), 0);
    apply(new ShardCommand(CommandKind.STAGE, PART, 1, OTHER, 0, null, copy, List.of()));
    assertEquals(Set.of("p"), engine.lacking());
    unavailable(files.make(1), "lack");
  }

  @Test
  void theyGoOnceNobodyReadsThem() {
    StoreOffer offer = answer(files.make(1));
    assertTrue(answer(files.dropUnread()));
    // A part was read since.
    Path there = files.offered(offer.digest()).orElseThrow();
    assertTrue(answer(files.dropUnread()));
    assertTrue(Files.exists(there));
    assertFalse(answer(files.dropUnread()));
    assertFalse(Files.exists(there));
    assertEquals(Optional.empty(), files.offered(offer.digest()));
    assertFalse(answer(files.dropUnread()));
  }
}

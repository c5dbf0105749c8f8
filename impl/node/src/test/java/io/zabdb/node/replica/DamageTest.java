package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.files.SetAside;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A byte of the leader's store is not what was written. */
@Timeout(600)
class DamageTest {

  private static final int SICK = 1;
  private static final String VALUE = "precious";

  @TempDir Path directory;
  private LocalCluster cluster;

  /** All rows are on disk, and at one member a byte of the first one is damaged. */
  private void start() throws IOException {
    cluster = new LocalCluster(directory, 3, Long.MAX_VALUE, Durability.SYNC);
    cluster.startAll();
    cluster.put("a", VALUE);
    cluster.put("b", "2");
    cluster.awaitEqual();
    // A store that is closed is flushed.
    cluster.stop(SICK);
    int damaged = 0;
    for (Path file : filesOfTheStore()) {
      byte[] bytes = Files.readAllBytes(file);
      int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(VALUE);
      if (at >= 0) {
        bytes[at] ^= 0x10;
        Files.write(file, bytes);
        damaged++;
      }
    }
    assertEquals(1, damaged);
    cluster.start(SICK);
  }

  private List<Path> filesOfTheStore() throws IOException {
    try (Stream<Path> files = Files.walk(memberDirectory().resolve("store"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  private Path memberDirectory() {
    return directory.resolve("member-" + SICK);
  }

  private NodeHealth health() {
    return cluster.health(SICK);
  }

  @AfterEach
  void close() throws IOException {
    cluster.close();
  }

  private void makeLead() {
    cluster.await(
        "the damaged one as the leader",
        () -> {
          int leader = cluster.awaitLeader();
          if (leader != SICK) {
            cluster.member(leader).transfer(SICK, "a test wishes it").join();
          }
          return leader == SICK;
        });
  }

  @Test
  void aReadThatMeetsDamageUnseatsTheLeaderAndTheOthersServe() throws IOException {
    start();
    makeLead();
    assertFalse(health().isUnfit(0));
    assertThrows(
        CompletionException.class, () -> cluster.read(SICK, "a", true).join(), "damage was served");
    assertTrue(health().isUnfit(0));
    assertTrue(health().reasons().get(0).contains(".sst"), health().reasons()::toString);
    cluster.await("another leader", () -> cluster.awaitLeader() != SICK);
    assertEquals(VALUE, cluster.get("a"));
    cluster.put("a", "3");
    assertEquals("3", cluster.get("a"));
    assertNotEquals(SICK, cluster.awaitLeader());
  }

  @Test
  void aScrubMeetsDamageThatNobodyReads() throws IOException {
    start();
    cluster.stop(SICK);
    cluster.scrub(1 << 30, Duration.ofSeconds(1));
    cluster.start(SICK);
    cluster.await("damage that was met", () -> health().isUnfit(0));
    assertTrue(health().reasons().get(0).contains("a scrub"), health().reasons()::toString);
    cluster.await("a fit leader", () -> cluster.awaitLeader() != SICK);
    cluster.put("a", "3");
    cluster.stop(SICK);
    cluster.start(SICK);
    cluster.awaitEqual();
    cluster.await("a pass", () -> cluster.status(SICK).scrub().passes() > 0);
    assertEquals("3", cluster.read(SICK, "a", true).join());
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(memberDirectory().resolve("log"))) {
      return files.filter(file -> file.toString().endsWith(".segment")).sorted().toList();
    }
  }

  @Test
  void aScrubMeetsDamageOfTheLogThatNobodyReads() throws IOException {
    cluster = new LocalCluster(directory, 3, Long.MAX_VALUE, Durability.SYNC);
    cluster.scrub(1 << 30, Duration.ofSeconds(1));
    cluster.startAll();
    makeLead();
    String filling = VALUE.repeat(4_000);
    for (int i = 0; segments().size() < 3; i++) {
      cluster.put("row" + i, filling);
    }
    Path damaged = segments().get(0);
    byte[] bytes = Files.readAllBytes(damaged);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(VALUE);
    try (RandomAccessFile file = new RandomAccessFile(damaged.toFile(), "rw")) {
      file.seek(at);
      file.write(bytes[at] ^ 0x10);
    }
    cluster.await("damage that was met", () -> health().isUnfit(0));
    String reason = health().reasons().get(0);
    assertTrue(reason.contains("a scrub") && reason.contains("" + damaged), reason);
    cluster.await("a fit leader", () -> cluster.awaitLeader() != SICK);
    cluster.put("a", "3");
    assertEquals("3", cluster.get("a"));
    // The log is not there to make it anew from, and the store is well.
    assertFalse(Files.exists(SetAside.mark(memberDirectory())));
  }

  @Test
  void theNextStartMakesTheStoreAnewFromTheLog() throws IOException {
    start();
    assertThrows(CompletionException.class, () -> cluster.read(SICK, "a", true).join());
    cluster.stop(SICK);
    cluster.start(SICK);
    cluster.awaitEqual();
    assertEquals(VALUE, cluster.read(SICK, "a", true).join());
    assertEquals(List.of(), cluster.member(SICK).verifyFiles().join().damage());
    assertTrue(Files.exists(memberDirectory().resolve("store.damaged")));
    assertFalse(Files.exists(SetAside.mark(memberDirectory())));
  }

  @Test
  void damageThatTheLogCannotMendIsRememberedOverStarts() throws IOException {
    start();
    cluster.stop(SICK);
    Files.writeString(SetAside.mark(memberDirectory()), "7.sst is damaged");
    assertEquals("7.sst is damaged", SetAside.ifMarked(memberDirectory(), 1));
    assertTrue(Files.exists(memberDirectory().resolve("store")));
    assertEquals("", SetAside.ifMarked(memberDirectory(), 0));
    assertFalse(Files.exists(memberDirectory().resolve("store")));
    cluster.start(SICK);
    cluster.awaitEqual();
  }

  @Test
  void aCheckThatMeetsDamageIsAnsweredAndTellsTheNode() throws IOException {
    start();
    List<String> found = cluster.member(SICK).verifyFiles().join().damage();
    assertEquals(1, found.size(), found.toString());
    assertTrue(health().isUnfit(0));
    CompletableFuture<String> hash = cluster.hashAt(SICK, cluster.status(SICK).applied() + 1);
    cluster.put("c", "3");
    CompletionException failure = assertThrows(CompletionException.class, hash::join);
    assertTrue(failure.getCause() instanceof StorageException, failure::toString);
  }

  @Test
  void aCompactionThatMeetsDamageSaysSo() throws IOException {
    start();
    // Files that do not overlap would be moved without being read.
    cluster.put("a", "2");
    cluster.put("b", "2");
    cluster.awaitEqual();
    cluster.stop(SICK);
    cluster.start(SICK);
    cluster.await("its state", () -> cluster.status(SICK).ready());
    assertFalse(health().isUnfit(0));
    CompletableFuture<Boolean> failed = new CompletableFuture<>();
    cluster.member(SICK).compact(failure -> failed.complete(failure.isPresent()));
    assertTrue(failed.join());
    assertTrue(health().isUnfit(0));
  }
}

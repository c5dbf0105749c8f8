package io.zabdb.faults.torture.strike;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A bit of the leader's store is not what was written: whoever meets it first, leadership moves,
 * the others serve, and the replica is rebuilt from them as docs/operations.md says.
 */
public final class BitRot implements Strike {

  private static final String ROW = "rotten";

  /** A block of the store for itself, which nobody has read yet. */
  private static final int VALUE_BYTES = 16 << 10;

  /** Of the value, as it stands in a file: compression may break it anywhere. */
  private static final int PIECE_BYTES = 24;

  private static final int FIRST_LETTER = '0';
  private static final int LETTERS = 64;

  /** As nodes call them. */
  private static final List<String> MET_BY =
      List.of("a read", "a check", "a compaction", "a scrub");

  private final boolean read;

  /**
   * @param read whether clients read it, and operators check; else the scrub must come across it
   */
  public BitRot(boolean read) {
    this.read = read;
  }

  @Override
  public String name() {
    return "a bit of the leader's store is wrong" + (read ? "" : ", unread");
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    Cluster cluster = victim.cluster();
    ClusterNode rotten = cluster.awaitLeader();
    try (ZabClient client = cluster.client().timeout(Waiting.PATIENCE).build()) {
      String value = value(victim.random());
      ZabClient.await(client.put(ROW, value));
      ZabClient.await(client.admin().compact(rotten.id(), 0));
      rot(rotten, value);
      String met = meet(cluster, rotten, client, value);
      ClusterNode next = cluster.awaitLeaderOtherThan(rotten);
      check(client, value);
      rebuild(cluster, rotten);
      return new Blow(Set.of(rotten), "met by " + met + ", node " + next.id() + " leads", () -> {});
    }
  }

  private static String value(RandomGenerator random) {
    StringBuilder value = new StringBuilder();
    for (int i = 0; i < VALUE_BYTES; i++) {
      value.append((char) (FIRST_LETTER + random.nextInt(LETTERS)));
    }
    return value.toString();
  }

  /** Wherever the value stands in the store, the same bit of it becomes another one. */
  private static void rot(ClusterNode node, String value) throws Exception {
    Waiting.until(
        "a piece of the value in a file of node " + node.id(), () -> rotFiles(node, value));
  }

  private static boolean rotFiles(ClusterNode node, String value) throws IOException {
    boolean found = false;
    for (Path file : files(node)) {
      String content = Files.readString(file, StandardCharsets.ISO_8859_1);
      int at = -1;
      for (int from = VALUE_BYTES / 2; at < 0 && from < VALUE_BYTES - PIECE_BYTES; from++) {
        at = content.indexOf(value.substring(from, from + PIECE_BYTES));
      }
      if (at >= 0) {
        try (RandomAccessFile written = new RandomAccessFile(file.toFile(), "rw")) {
          written.seek(at);
          written.write(content.charAt(at) ^ 1);
        }
        found = true;
      }
    }
    return found;
  }

  private static List<Path> files(ClusterNode node) throws IOException {
    try (Stream<Path> files = Files.walk(node.data().resolve("group-0").resolve("store"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  /** Returns who came across it. */
  private String meet(Cluster cluster, ClusterNode rotten, ZabClient client, String value)
      throws Exception {
    Waiting.until(
        "node " + rotten.id() + " as the leader, or its damage known",
        cluster::describe,
        () -> {
          boolean leads = cluster.leader().filter(leader -> leader == rotten).isPresent();
          if (!leads) {
            cluster.transferTo(rotten);
          }
          return leads || metBy(rotten).isPresent();
        });
    if (read) {
      check(client, value);
      if (metBy(rotten).isEmpty()) {
        ZabClient.await(client.admin().verifyFiles(rotten.id(), 0));
      }
    }
    List<String> met = new ArrayList<>();
    Waiting.until(
        "damage that node " + rotten.id() + " knows of",
        cluster::describe,
        () -> {
          metBy(rotten).ifPresent(met::add);
          return !met.isEmpty();
        });
    return met.get(0);
  }

  /** As far as the node answers. */
  private static Optional<String> metBy(ClusterNode node) {
    try {
      String problems = node.status().getProblemsList().toString();
      return MET_BY.stream().filter(problems::contains).findFirst();
    } catch (ZabException e) {
      return Optional.empty();
    }
  }

  private static void check(ZabClient client, String value) {
    String read = ZabClient.await(client.get(ROW)).orElseThrow().value().text();
    if (!read.equals(value)) {
      throw new AssertionError("a client was served what nobody has written");
    }
  }

  /** What an operator does. */
  private static void rebuild(Cluster cluster, ClusterNode node) throws Exception {
    node.stop();
    Path aside = cluster.directory().resolve("aside");
    Files.createDirectories(aside);
    Files.move(node.data().resolve("group-0"), aside.resolve("group-0-" + System.nanoTime()));
    node.start();
    node.awaitReady();
  }
}

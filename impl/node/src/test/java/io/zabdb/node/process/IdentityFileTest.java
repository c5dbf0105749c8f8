package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.Configs;
import io.zabdb.node.config.NodeConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityFileTest {

  private static final String PEERS = "0@a:1,1@b:2,2@c:3";

  @TempDir Path temp;

  private NodeConfig config(String... namesAndValues) {
    return Configs.alone(temp, namesAndValues);
  }

  private void begin(NodeConfig config) throws StartRefusedException {
    new IdentityFile(temp).begin(config);
  }

  private void assertRefused(String reason, NodeConfig config) throws Exception {
    Path file = temp.resolve(IdentityFile.NAME);
    String before = Files.exists(file) ? Files.readString(file) : "";
    StartRefusedException refused = assertThrows(StartRefusedException.class, () -> begin(config));
    assertEquals(ExitCode.MISCONFIGURED, refused.exitCode());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    assertEquals(before, Files.exists(file) ? Files.readString(file) : "");
  }

  @Test
  void onlyItsOwnNodeStarts() throws Exception {
    begin(config());
    assertRefused(
        "belongs to cluster " + Configs.CLUSTER + ", not to 1f8fad5b",
        config("cluster", "1f8fad5b-d9cb-469f-a165-70867728950e"));
    assertRefused("belongs to node 0, not to node 5", config("node", "5"));
    begin(config());
    assertTrue(Files.readString(temp.resolve(IdentityFile.NAME)).contains("\"incarnation\" : 2"));
  }

  @Test
  void membersOfAGroupAreForEver() throws Exception {
    begin(config("peers", PEERS, "groups", "0:0,1;1:1,2"));
    assertRefused(
        "group 0 with the nodes [0, 1], but the configuration says [1, 0]",
        config("peers", PEERS, "groups", "0:1,0;1:1,2"));
    assertRefused(
        "group 0 with the nodes [0, 1], but the configuration has no such replica",
        config("peers", PEERS, "groups", "0:1;1:1,2"));
    begin(config("peers", PEERS, "groups", "0:0,1;1:1,2;2:0"));
    assertRefused("group 2 with the nodes [0]", config("peers", PEERS, "groups", "0:0,1;1:1,2"));
  }

  @Test
  void whoJoinedNeverFounds() throws Exception {
    begin(config("peers", "1@a:1,2@b:2", "joined", "0@c:3"));
    assertRefused(
        "group 0 with the nodes [1, 2], but the configuration says [0, 1, 2]",
        config("peers", "0@c:3,1@a:1,2@b:2"));
    begin(config("peers", "1@a:1,2@b:2", "joined", "0@c:4,3@d:4"));
  }

  @Test
  void newerAndDamagedFiles() throws Exception {
    Path file = temp.resolve(IdentityFile.NAME);
    Files.writeString(file, "{\"format\": 2, \"else\": []}");
    assertRefused("has format 2, written by a newer version; this one reads 1", config());
    Files.writeString(file, "{\"format\": 1,");
    assertRefused("is damaged", config());
    Files.writeString(file, "{}");
    assertRefused("is damaged: format, cluster or incarnation is missing", config());
    Files.writeString(file, "");
    assertRefused("is damaged", config());
  }

  @Test
  void dataOfOthersIsNotTakenOver() throws Exception {
    Files.createDirectory(temp.resolve("lost+found"));
    Files.writeString(temp.resolve("zabdb-node.lock"), "1");
    Files.writeString(temp.resolve("holiday.jpg"), "");
    assertRefused("is not empty, but has no zabdb-node.json", config());
    Files.delete(temp.resolve("holiday.jpg"));
    begin(config());
  }
}

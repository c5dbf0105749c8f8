package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.NodeConfigReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutTest {

  @TempDir Path temp;

  @Test
  void otherCommandsReadTheSameFile() throws Exception {
    Layout layout = Layout.create(3, new TreeMap<>(Map.of("groups", "2")));
    layout.write(temp);
    assertEquals(layout, Layout.read(temp).orElseThrow());
    ClusterFile file = ClusterFile.read(temp).orElseThrow();
    assertEquals(layout.cluster(), file.cluster());
    assertEquals(layout.nodes().get(2).port(), file.nodes().get(2).port());
  }

  @Test
  void portsDiffer() throws Exception {
    Layout layout = Layout.create(Layout.MAX_NODES, new TreeMap<>());
    Set<Integer> ports = new HashSet<>();
    for (Layout.LocalNode node : layout.nodes()) {
      assertTrue(
          ports.add(node.port()) && ports.add(node.peerPort()) && ports.add(node.httpPort()));
    }
    assertTrue(ports.add(Integer.parseInt(layout.zookeeper().split(":")[1])));
  }

  @Test
  void nodesAreConfiguredForEachOther() throws Exception {
    Layout layout = Layout.create(3, new TreeMap<>(Map.of("groups", "2", "tick", "5ms")));
    NodeConfig config = NodeConfigReader.of(layout.configuration(layout.nodes().get(1), temp));
    assertEquals(1, config.node());
    assertEquals(2, config.sharding().groupsOf(1).size());
    assertEquals(layout.nodes().get(1).peerPort(), config.network().peer().port());
    assertEquals(layout.nodes().get(0).port(), config.network().clients().get(0).port());
    assertEquals(temp.resolve("node-1"), config.dataDirectory());
    assertEquals(5, config.replication().tick().toMillis());
  }

  /** Asked for again, since it took too long, or the old node did not stop. */
  @Test
  void aChangeThatIsNotDoneIsGoneOnWithByTheSameNode() throws Exception {
    Layout three = Layout.create(3, new TreeMap<>());
    assertEquals(Optional.empty(), three.joining(Optional.empty()));
    Layout added = three.withOneMore(false);
    Layout.NodeChange change = new Layout.NodeChange(3, null);
    Layout begun = added.with(change).with(change);
    begun.write(temp);
    assertEquals(begun, Layout.read(temp).orElseThrow());
    assertEquals(begun.node(3), begun.joining(Optional.empty()));
    assertEquals(Optional.empty(), begun.joining(Optional.of(2)), "that is another one");
    assertEquals(added, begun.without(change));
    Layout replacing = added.withOneMore(false).with(new Layout.NodeChange(4, 2));
    assertEquals(replacing.node(4), replacing.joining(Optional.of(2)));
    assertEquals(
        List.of(), replacing.without(replacing.node(2).orElseThrow()).changes(), "it is done");
    assertEquals(
        List.of(), replacing.without(replacing.node(4).orElseThrow()).changes(), "it is no node");
  }

  /** As {@code up} of an older version wrote it. */
  @Test
  void aFileWithoutChangesIsRead() throws Exception {
    Layout layout = Layout.create(3, new TreeMap<>());
    layout.write(temp);
    Path file = temp.resolve(ClusterFile.NAME);
    String older = Files.readString(file).replaceFirst("\"changes\" : \\[ \\],", "");
    assertFalse(older.contains("changes"), older);
    Files.writeString(file, older);
    assertEquals(layout, Layout.read(temp).orElseThrow());
  }

  @Test
  void nodesJoinAndLeave() throws Exception {
    Layout three = Layout.create(3, new TreeMap<>());
    Layout four = three.withOneMore(false);
    Layout.LocalNode fresh = four.nodes().get(3);
    Layout rest = four.without(four.node(1).orElseThrow());
    rest.write(temp);
    assertEquals(rest, Layout.read(temp).orElseThrow());
    assertEquals(3, ClusterFile.read(temp).orElseThrow().nodes().size());
    assertTrue(rest.node(1).isEmpty() && rest.hasLeft(1) && rest.joined(fresh));
    assertEquals(4, rest.withOneMore(false).nodes().get(3).id(), "no id is given twice");
    NodeConfig joins = NodeConfigReader.of(rest.configuration(fresh, temp));
    assertEquals(List.of(0, 1, 2), joins.sharding().groups().get(0).nodes());
    assertEquals(1, joins.sharding().groupsOf(3).size());
    assertEquals(fresh.peerPort(), joins.network().peer().port());
    assertEquals(fresh.peerPort(), joins.network().peers().get(3).port());
    NodeConfig stays = NodeConfigReader.of(rest.configuration(rest.node(0).orElseThrow(), temp));
    assertEquals(joins.sharding().groups(), stays.sharding().groups());
    assertEquals(three.nodes().get(1).peerPort(), stays.network().peers().get(1).port());
  }

  @Test
  void damagedFilesAreNamed() throws Exception {
    assertTrue(Layout.read(temp).isEmpty());
    Path file = temp.resolve(ClusterFile.NAME);
    for (String content :
        new String[] {
          "",
          "{}",
          "[1]",
          "{\"cluster\": \"x\"}",
          "{\"cluster\":\"0f8fad5b-d9cb-469f-a165-70867728950e\",\"zookeeper\":\"a:1\","
              + "\"nodes\":[{\"id\":1}],\"options\":{}}"
        }) {
      Files.writeString(file, content);
      CliException refused = assertThrows(CliException.class, () -> Layout.read(temp), content);
      assertTrue(refused.getMessage().startsWith(file + " does not describe"), content);
    }
  }
}

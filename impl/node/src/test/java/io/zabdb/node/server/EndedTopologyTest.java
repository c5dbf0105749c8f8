package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a node knows of a cluster one of whose first groups has ended. */
class EndedTopologyTest {

  private static final GroupConfig FIRST = new GroupConfig(0, List.of(0, 1, 2));
  private static final GroupConfig ENDED = new GroupConfig(1, List.of(2, 3));

  private final Topology topology =
      new Topology(
          new UUID(1, 2),
          0,
          new ShardingConfig(List.of(FIRST, ENDED), 1, List.of(Family.of("default"))),
          Map.of());

  @Test
  void aGroupThatHasEndedIsNotHeardOfAgain() {
    assertFalse(topology.hasEnded(1));
    topology.leads(1, 1, 5);
    topology.end(ENDED);
    assertTrue(topology.hasEnded(1));
    assertEquals(List.of(FIRST), topology.groups());
    assertEquals(List.of(ENDED), topology.ended());
    assertEquals(-1, topology.leader(1).member());
    assertFalse(topology.learn(ENDED));
    assertFalse(topology.learn(new GroupConfig(1, List.of(4))));
    assertEquals(List.of(FIRST), topology.groups());
    topology.votersChanged(1, Voting.by(Configuration.of(0b1), 7));
    // Whoever has just seen it may still ask who it was.
    assertEquals(List.of(2, 3), topology.nodes(1));
  }

  @Test
  void aManagerThatKnowsAGroupThatHasEndedIsToForgetIt() {
    List<Integer> dropped = new ArrayList<>();
    ManagerNews news = new ManagerNews(topology, dropped::add);
    List<GroupInfo> groups =
        List.of(new GroupInfo(0, List.of(0, 1, 2), -1, 0), new GroupInfo(1, List.of(2, 3), -1, 0));
    List<NodeInfo> nodes = List.of(new NodeInfo(7, "there", 9, 1, 10, 0));
    ClusterState state =
        new ClusterState(
            new UUID(1, 2), List.of(Family.of("default")), Ring.even(2, 1), groups, nodes);
    news.accept(state);
    assertEquals(List.of(), dropped);
    topology.end(ENDED);
    news.accept(state);
    assertEquals(List.of(1), dropped);
    assertEquals("there:9", topology.clientAddress(7).orElseThrow().toString());
  }

  @Test
  void aNodeIsInTheGroupsInWhichItVotes() {
    assertEquals(Set.of(0, 1), topology.groupsOf(2));
    assertEquals(Set.of(1), topology.groupsOf(3));
    // The number of its member would be that of no member.
    assertEquals(Set.of(), topology.groupsOf(64));
    topology.votersChanged(0, Voting.by(new Configuration(0b011, 0b1011), 2));
    assertEquals(Set.of(0, 1), topology.groupsOf(3));
    topology.end(ENDED);
    assertEquals(Set.of(0), topology.groupsOf(3));
  }

  /**
   * It has begun anew, and its group has forgotten to whom it gave the tokens, or gave them to one
   * that is not known.
   */
  @Test
  void ownersAreLackedWhereAReplicaHereKnowsThatItsGroupHasNotWhatTheRingSays() {
    assertFalse(topology.lacksOwners());
    topology.partitionsChanged(0, TableState.EMPTY);
    assertTrue(topology.lacksOwners());
    TokenRange range = topology.firstRing().partitions().get(0).range();
    topology.told(
        new Ring(
            4,
            List.of(
                new RingPartition("p0", range, 1, 3), topology.firstRing().partitions().get(1))));
    assertFalse(topology.lacksOwners());
    assertEquals(1, topology.ring().partitionOf(range.upTo()).group());
  }

  /** It hears nothing more of the group than others tell. */
  @Test
  void whatAReplicaSaidThatIsGoneDoesNotCount() {
    topology.leads(0, 1, 5);
    topology.partitionsChanged(0, TableState.EMPTY);
    assertTrue(topology.lacksOwners());
    topology.dropped(0);
    assertFalse(topology.lacksOwners());
    assertEquals(-1, topology.leader(0).member());
    assertEquals(List.of(FIRST, ENDED), topology.groups());
  }

  @Test
  void ownersAreLackedUntilSomebodyKnowsOthersThanThoseThatHaveEnded() {
    assertFalse(topology.lacksOwners());
    topology.end(ENDED);
    assertTrue(topology.lacksOwners());
    TokenRange range = topology.firstRing().partitions().get(1).range();
    topology.told(
        new Ring(
            4,
            List.of(
                topology.firstRing().partitions().get(0), new RingPartition("p1", range, 0, 3))));
    assertFalse(topology.lacksOwners());
    assertEquals(0, topology.ring().partitionOf(range.upTo()).group());
  }
}

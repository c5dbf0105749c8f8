package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Configuration;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.birth.GroupsFile;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What node 0 answers to clients that want something of a group of which it has no replica. */
class NoReplicaTest {

  private static final GroupConfig OWN = new GroupConfig(0, List.of(0));
  private static final GroupConfig OTHER = new GroupConfig(1, List.of(0, 2, 3));

  private final Topology topology =
      new Topology(
          new UUID(1, 2),
          0,
          new ShardingConfig(List.of(OWN, OTHER), 1, List.of(Family.of("default"))),
          Map.of(2, new Address("two", 7), 4, new Address("four", 9)));

  private final Errors errors = new Errors(topology);

  private TokenRange tokensOf(int group) {
    return topology.firstRing().partitions().get(group).range();
  }

  private Error answer(int group, TokenRange... asked) {
    return errors.noReplica(group, List.of(asked)).getError();
  }

  private void assertHint(int node, String address, Error error) {
    assertEquals(ErrorCode.NOT_LEADER, WireErrors.code(error));
    assertEquals(node + 1, error.getLeaderNodePlusOne());
    assertEquals(address, error.getLeaderAddress());
  }

  /** Whoever knows no other member would ask this node for ever. */
  @Test
  void aMemberIsNamedEachInTurn() {
    assertHint(2, "two:7", answer(1, tokensOf(1)));
    assertHint(3, "", answer(1, tokensOf(1)));
    assertHint(2, "two:7", answer(1, tokensOf(1)));
  }

  @Test
  void whoVotesNowIsNamedAndNotTheFounders() {
    topology.votersChanged(1, Voting.by(Configuration.of(0b10000), 7));
    assertHint(4, "four:9", answer(1, tokensOf(1)));
  }

  /** Seed 31015015 of profile elastic: all machines had lost their power. */
  @Test
  void whoVotesSinceThisNodeWasRemovedIsNamedAfterARestart(@TempDir Path directory)
      throws IOException {
    BornGroups noted = BornGroups.open(GroupsFile.in(directory), 0);
    noted.noteRemoval(OTHER, Optional.of(Voting.by(Configuration.of(0b10000), 7)));
    topology.learn(BornGroups.open(GroupsFile.in(directory), 0));
    assertHint(4, "four:9", answer(1, tokensOf(1)));
  }

  @Test
  void thisNodeIsNotAmongTheOthers() {
    assertEquals(List.of(2, 3), topology.others(1));
    assertEquals(List.of(), topology.others(0));
  }

  @Test
  void nobodyIsNamedWhereNobodyElseIsKnown() {
    assertEquals(ErrorCode.NO_QUORUM, WireErrors.code(answer(0, tokensOf(0))));
  }

  @Test
  void whatAnotherGroupHasIsThatGroups() {
    Error error = answer(1, tokensOf(0));
    assertEquals(ErrorCode.WRONG_OWNER, WireErrors.code(error));
    assertEquals(0, error.getOwner().getGroup());
    assertEquals(ErrorCode.WRONG_OWNER, WireErrors.code(answer(1)));
    topology.end(OTHER);
    assertEquals("group 1 has ended", answer(1, tokensOf(1)).getMessage());
  }

  /** It may have heard of an older owner only, and who asks of the newest. */
  @Test
  void whoAsksAgainAndAgainForWhatAnotherGroupHasIsSentToAMember() {
    for (int asked = 1; asked < 5; asked++) {
      assertEquals(ErrorCode.WRONG_OWNER, WireErrors.code(answer(1, tokensOf(0))));
    }
    assertHint(2, "two:7", answer(1, tokensOf(0)));
    assertEquals(ErrorCode.WRONG_OWNER, WireErrors.code(answer(1, tokensOf(0))));
  }
}

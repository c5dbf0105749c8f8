package io.zabdb.cli.admin;

import io.zabdb.balancer.HeldPartitions;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingClaims;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Who has which tokens now: what the leaders of the groups say that they have, put together with
 * what was known before by the numbers of moves, as clients do it (docs/decisions/0045, 0055).
 */
final class OwnersNow {

  private OwnersNow() {}

  /**
   * The same survey with present owners: asks the leaders that it has found, all at once. In its
   * ring what an owner has just said itself is first-hand, and nothing else is.
   */
  static Survey in(Survey survey, ZabClient client) {
    if (survey.state().isEmpty()) {
      return survey;
    }
    ClusterState state = survey.state().get();
    Map<Integer, CompletableFuture<List<Partition>>> asked = new TreeMap<>();
    for (GroupInfo group : state.groups()) {
      if (survey.leader(group.id()).isPresent()) {
        asked.put(group.id(), client.admin().partitions(group.id()));
      }
    }
    Map<Integer, List<Partition>> said = new TreeMap<>();
    asked.forEach(
        (group, answer) -> {
          try {
            said.put(group, ZabClient.await(answer));
          } catch (ZabException e) {
            // It has lost its leader since: as if it had had none.
          }
        });
    return survey.with(state.with(ring(state.ring(), said)));
  }

  /**
   * Puts together what is known.
   *
   * @param before what was known, now hearsay
   * @param said by the leaders, by group
   */
  static Ring ring(Ring before, Map<Integer, List<Partition>> said) {
    List<RingPartition> hearsay =
        before.partitions().stream()
            .map(each -> new RingPartition(each.name(), each.range(), each.group(), each.move()))
            .toList();
    RingClaims claims = new RingClaims(new Ring(before.version(), hearsay));
    said.forEach(
        (group, held) ->
            held.stream()
                .filter(HeldPartitions::isOwned)
                .forEach(each -> claims.add(ownWord(group, each))));
    return claims.ring(before.version());
  }

  private static RingPartition ownWord(int group, Partition held) {
    TokenRange range = new TokenRange(held.getAfter(), held.getUpTo());
    return new RingPartition(held.getName(), range, group, held.getMove(), true);
  }
}

package io.zabdb.cli.admin;

import io.zabdb.balancer.HeldPartitions;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a group says that it has.
 *
 * @param partition a part of that
 */
record GroupPartitions(int group, Partition partition) {

  /**
   * Asks the leaders of all groups, in the order of tokens.
   *
   * @param group this one alone; null: all
   * @throws CliException if there is no such group
   * @throws io.zabdb.model.error.ZabException if one does not answer
   */
  static List<GroupPartitions> of(ZabClient client, Integer group) throws CliException {
    List<Integer> groups =
        ZabClient.await(client.admin().ring()).groups().stream().map(GroupInfo::id).toList();
    if (group != null && !groups.contains(group)) {
      throw CliException.usage("there is no group " + group + ", but " + groups);
    }
    List<GroupPartitions> all = new ArrayList<>();
    for (int each : group == null ? groups : List.of(group)) {
      CompletableFuture<List<Partition>> asked = client.admin().patient().partitions(each);
      ZabClient.await(asked).forEach(partition -> all.add(new GroupPartitions(each, partition)));
    }
    all.sort(Comparator.comparingLong(one -> one.partition.getAfter()));
    return all;
  }

  /**
   * The group that has a partition.
   *
   * @throws CliException if none has
   */
  static int groupOf(ZabClient client, String partition) throws CliException {
    return of(client, null).stream()
        .filter(
            each ->
                !HeldPartitions.isCopy(each.partition)
                    && each.partition.getName().equals(partition))
        .map(GroupPartitions::group)
        .findFirst()
        .orElseThrow(
            () ->
                CliException.differs(
                    "no group has a partition "
                        + partition
                        + ": it may have been split or merged; './zabdb ring' lists all"));
  }

  boolean has(long token) {
    return token > partition.getAfter() && token <= partition.getUpTo();
  }
}

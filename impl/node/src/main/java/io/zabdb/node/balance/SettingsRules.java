package io.zabdb.node.balance;

import io.zabdb.balancer.GroupRules;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.PartitionRules;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.format.GroupUpkeep;
import io.zabdb.coordination.format.PartitionUpkeep;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Settings of the balancer: as they are sent, as they are kept, and as rules of the planner. */
public final class SettingsRules {

  private SettingsRules() {}

  /**
   * Settings that were sent.
   *
   * @throws IllegalArgumentException for values outside their bounds
   */
  public static BalanceSettings read(io.zabdb.rpc.wire.BalanceSettings wire) {
    return new BalanceSettings(
        wire.getOn(),
        wire.getNodeHits(),
        wire.getEverySeconds(),
        new PartitionUpkeep(wire.getSharding(), partitionBytes(wire)),
        new GroupUpkeep(
            wire.getGroups(),
            wire.getSoftZones(),
            wire.getDeadSeconds() == 0 ? GroupUpkeep.USUAL_SECONDS : wire.getDeadSeconds(),
            Set.copyOf(wire.getLeavingList())));
  }

  /** Beyond how many bytes a partition is split: who says nothing of it means what is usual. */
  public static long partitionBytes(io.zabdb.rpc.wire.BalanceSettings wire) {
    return wire.getPartitionBytes() == 0 ? PartitionUpkeep.USUAL_BYTES : wire.getPartitionBytes();
  }

  static io.zabdb.rpc.wire.BalanceSettings write(BalanceSettings settings) {
    return io.zabdb.rpc.wire.BalanceSettings.newBuilder()
        .setOn(settings.isOn())
        .setNodeHits(settings.nodeHits())
        .setEverySeconds(settings.everySeconds())
        .setSharding(settings.partitions().isOn())
        .setPartitionBytes(settings.partitions().mostBytes())
        .setGroups(settings.groups().isOn())
        .setSoftZones(settings.groups().softZones())
        .setDeadSeconds(settings.groups().deadSeconds())
        .addAllLeaving(settings.groups().leaving().stream().sorted().toList())
        .build();
  }

  /** What a planner is to go by. */
  public static LoadRules rules(BalanceSettings settings) {
    GroupUpkeep groups = settings.groups();
    return LoadRules.usual(settings.nodeHits())
        .with(new PartitionRules(settings.partitions().isOn(), settings.partitions().mostBytes()))
        .with(
            groups.isOn()
                ? GroupRules.usual(
                    groups.softZones(),
                    TimeUnit.SECONDS.toMillis(groups.deadSeconds()),
                    groups.leaving())
                : GroupRules.NONE);
  }
}

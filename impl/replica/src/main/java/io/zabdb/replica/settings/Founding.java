package io.zabdb.replica.settings;

import io.zabdb.model.data.Family;
import io.zabdb.shard.Birth;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.Partition;
import java.util.List;

/**
 * What a group begins with, by its configuration. Once the group is founded, its log alone says
 * what it has.
 *
 * @param partitions none overlaps another
 * @param families of each of them, in the order in which rows are scanned
 */
public record Founding(List<PartitionId> partitions, List<Family> families) {

  public Founding {
    partitions = List.copyOf(partitions);
    families = List.copyOf(families);
  }

  /** The first command of the group's log. */
  public Structure command(Birth self) {
    return new Structure(
        ShardCommand.found(self, partitions), partitions.isEmpty() ? List.of() : families);
  }

  /** What stores of a group of before began with, whose log begins with no such command. */
  public List<Partition> ofBefore() {
    return partitions.stream().map(part -> new Partition(part.name(), 0, families)).toList();
  }
}

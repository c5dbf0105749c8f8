package io.zabdb.shard;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import java.util.List;

/**
 * The cells of a group's partitions: what its store does when a command is applied, in the same
 * step. Each method depends on its arguments and on what was called before alone, so that replicas
 * stay equal. Called by one thread at a time.
 */
public interface Cells {

  /** No cells: for a table that is asked what may be logged, and nothing else. */
  Cells ABSENT =
      new Cells() {
        @Override
        public Bytes run(PartitionId part, ShardUpdate update, Version version, long time) {
          return Bytes.EMPTY;
        }

        @Override
        public Bytes base(PartitionId part) {
          return Bytes.EMPTY;
        }

        @Override
        public void stage(PartitionId part, Bytes base) {}

        @Override
        public void drop(PartitionId part) {}

        @Override
        public void shard(List<PartitionId> old, List<PartitionId> parts) {}
      };

  /**
   * Runs an update, {@code MoveCommands!Run}.
   *
   * @param version of the cells that it writes
   * @param time the applied time at which it runs, in milliseconds
   * @return the result, at most {@link ShardLimits#RESULT} bytes
   */
  Bytes run(PartitionId part, ShardUpdate update, Version version, long time);

  /** The cells of a partition, or what names the files that hold them. */
  Bytes base(PartitionId part);

  /** The partition has the cells of this base, and no others. */
  void stage(PartitionId part, Bytes base);

  /** There is nothing of the partition any more. */
  void drop(PartitionId part);

  /** The cells of old partitions are those of new ones, of the same tokens. */
  void shard(List<PartitionId> old, List<PartitionId> parts);
}

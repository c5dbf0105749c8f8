package io.zabdb.shard;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.ring.TokenRange;
import java.util.Comparator;
import java.util.List;

/**
 * A partition: its tokens, and a name by which people and files call it. Of {@code
 * specs/shard/MoveState}: an element of {@code Partition}, which is a set of keys. Ordered by
 * tokens.
 */
public record PartitionId(String name, TokenRange range) implements Comparable<PartitionId> {

  /** Where none overlap, the first that ends at a token or behind it is the only one to hold it. */
  private static final Comparator<PartitionId> ORDER =
      Comparator.<PartitionId>comparingLong(part -> part.range.upTo())
          .thenComparingLong(part -> part.range.after())
          .thenComparing(PartitionId::name);

  public PartitionId {
    DataLimits.checkName("the partition", name);
  }

  /** Whether both have a token. */
  public boolean overlaps(PartitionId other) {
    return range.after() < other.range.upTo() && other.range.after() < range.upTo();
  }

  /** Whether this has all of these tokens. */
  public boolean contains(List<Long> tokens) {
    return tokens.stream().allMatch(range::contains);
  }

  @Override
  public int compareTo(PartitionId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return name + "(" + range.after() + ", " + range.upTo() + "]";
  }
}

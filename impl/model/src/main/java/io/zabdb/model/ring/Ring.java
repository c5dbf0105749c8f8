package io.zabdb.model.ring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All partitions, in the order of their tokens: without gaps, without overlaps. Immutable.
 *
 * <p>Source: ACaZoo, section III; {@code specs/shard/Ring.tla}.
 *
 * @param version grows with each change of what its teller knows, from 1; those of two tellers do
 *     not compare
 * @param partitions at least one
 */
public record Ring(long version, List<RingPartition> partitions) {

  /** The most partitions that a ring may have. */
  public static final int MAX = 100_000;

  public Ring {
    if (version < 1) {
      throw new IllegalArgumentException(
          "the version of a ring is " + version + ", allowed is 1 or more");
    }
    if (partitions.isEmpty() || partitions.size() > MAX) {
      throw new IllegalArgumentException(
          "a ring has " + partitions.size() + " partitions, allowed are 1 to " + MAX);
    }
    partitions =
        partitions.stream()
            .sorted(Comparator.comparingLong(partition -> partition.range().after()))
            .toList();
    long upTo = Token.MIN;
    for (RingPartition partition : partitions) {
      if (partition.range().after() != upTo) {
        throw new IllegalArgumentException(
            "partition " + partition.name() + " does not begin behind token " + upTo);
      }
      upTo = partition.range().upTo();
    }
    if (upTo != Long.MAX_VALUE) {
      throw new IllegalArgumentException("no partition holds the tokens above " + upTo);
    }
  }

  /**
   * A ring of equal partitions, dealt out to the groups in turn.
   *
   * @param groups how many, from 1
   * @param partitionsPerGroup from 1
   */
  public static Ring even(int groups, int partitionsPerGroup) {
    long count = Math.multiplyExact((long) groups, partitionsPerGroup);
    if (groups < 1 || partitionsPerGroup < 1 || count > MAX) {
      throw new IllegalArgumentException(
          groups
              + " groups of "
              + partitionsPerGroup
              + " partitions: allowed are 1 to "
              + MAX
              + " in all");
    }
    // Unsigned division of 2^64 by the count, rounded down.
    long width = count == 1 ? 0 : Long.divideUnsigned(-1L, count);
    List<RingPartition> partitions = new ArrayList<>();
    long after = Token.MIN;
    for (int i = 0; i < count; i++) {
      long upTo = i == count - 1 ? Long.MAX_VALUE : after + width;
      partitions.add(new RingPartition("p" + i, new TokenRange(after, upTo), i % groups, 0));
      after = upTo;
    }
    return new Ring(1, partitions);
  }

  /**
   * The same, as hearsay without numbers: whatever a group says itself outweighs it. Source: {@code
   * MoveClients!ByManager}.
   */
  public Ring withoutNumbers() {
    return new Ring(
        version,
        partitions.stream()
            .map(part -> new RingPartition(part.name(), part.range(), part.group(), 0))
            .toList());
  }

  /** The partition that holds a token. */
  public RingPartition partitionOf(long token) {
    int low = 0;
    int high = partitions.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (token <= partitions.get(middle).range().upTo()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return partitions.get(low);
  }

  /** The partition that holds a row key. */
  public RingPartition partitionOf(byte[] row) {
    return partitionOf(Token.of(row));
  }

  /** The partition of this name, or null. */
  public @Nullable RingPartition partition(String name) {
    for (RingPartition partition : partitions) {
      if (partition.name().equals(name)) {
        return partition;
      }
    }
    return null;
  }
}

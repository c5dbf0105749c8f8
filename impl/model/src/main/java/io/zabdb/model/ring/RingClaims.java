package io.zabdb.model.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Who has which tokens, as several tell: for each token the claim counts that outweighs the others
 * ({@link RingPartition#outweighs}), in whatever order they are heard. Without gaps at any time.
 * Not thread-safe.
 */
public final class RingClaims {

  /** What counts, by the last of its tokens. */
  private final TreeMap<Long, RingPartition> byEnd = new TreeMap<>();

  private final int most;

  public RingClaims(Ring first) {
    this(first, Ring.MAX);
  }

  /** For tests: with fewer partitions at most. */
  RingClaims(Ring first, int most) {
    this.most = most;
    first.partitions().forEach(this::put);
  }

  private void put(RingPartition partition) {
    byEnd.put(partition.range().upTo(), partition);
  }

  /**
   * Hears a claim.
   *
   * @return whether it changes anything; one that would make more partitions than a ring may have
   *     does not
   */
  public boolean add(RingPartition claim) {
    TokenRange range = claim.range();
    List<RingPartition> before =
        byEnd.tailMap(range.after(), false).values().stream()
            .takeWhile(known -> known.range().after() < range.upTo())
            .toList();
    List<RingPartition> after = new ArrayList<>();
    for (RingPartition known : before) {
      TokenRange old = known.range();
      RingPartition within = claim.outweighs(known) ? claim : known;
      add(after, known, old.after(), Math.min(old.upTo(), range.after()));
      add(after, within, Math.max(old.after(), range.after()), Math.min(old.upTo(), range.upTo()));
      add(after, known, Math.max(old.after(), range.upTo()), old.upTo());
    }
    if (after.equals(before) || byEnd.size() - before.size() + after.size() > most) {
      return false;
    }
    before.forEach(known -> byEnd.remove(known.range().upTo()));
    after.forEach(this::put);
    return true;
  }

  /** Appends some tokens, if there are any; to the last part, if that is of the same claim. */
  private static void add(List<RingPartition> parts, RingPartition claim, long after, long upTo) {
    if (after >= upTo) {
      return;
    }
    RingPartition last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
    if (last != null && last.isLike(claim)) {
      TokenRange joined = new TokenRange(last.range().after(), upTo);
      parts.set(parts.size() - 1, claim.with(joined));
    } else {
      parts.add(claim.with(new TokenRange(after, upTo)));
    }
  }

  /**
   * What counts at a token.
   *
   * @param token above {@link Token#MIN}
   */
  public RingPartition partitionOf(long token) {
    return byEnd.ceilingEntry(token).getValue();
  }

  /** What counts now. */
  public Ring ring(long version) {
    return new Ring(version, List.copyOf(byEnd.values()));
  }
}

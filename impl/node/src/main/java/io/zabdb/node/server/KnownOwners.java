package io.zabdb.node.server;

import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingClaims;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.TableState;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/**
 * Who has which tokens, as far as this node knows. It begins with the configuration, and hears from
 * its own replicas what their groups have and to whom they gave what, each with the number of the
 * attempt; at each token the highest number counts, so what it knows only goes forward. All of it
 * is committed: a number that a leader has only logged may never come true, and a client that
 * believed it would wait for ever. It is a hint for clients: whether a group serves a request, its
 * replicated state says. Thread-safe.
 *
 * <p>Source: {@code MoveClients!Correction}.
 */
final class KnownOwners {

  private final UUID cluster;
  private final Ring first;
  private final IntPredicate isGroup;

  /** What was last heard of each group. */
  private final Map<Integer, TableState> heard = new ConcurrentHashMap<>();

  /** Guarded by this. */
  private final RingClaims claims;

  /** Replaced under the monitor. */
  private volatile Ring ring;

  /**
   * @param first of the configuration
   * @param isGroup whether there is a group of this number
   */
  KnownOwners(UUID cluster, Ring first, IntPredicate isGroup) {
    this.cluster = cluster;
    this.first = first;
    this.isGroup = isGroup;
    claims = new RingClaims(first);
    ring = first;
  }

  /** With what the cluster was founded. */
  Ring first() {
    return first;
  }

  /**
   * What counts now. Its version grows with each change, and only then; it begins at 1 with each
   * start of the node.
   */
  Ring ring() {
    return ring;
  }

  /** Whether a replica here knows what the group has. */
  boolean hasHeardOf(int group) {
    return heard.containsKey(group);
  }

  /**
   * Whether a replica here has not what the ring says its group has: others tell of an attempt that
   * it has not applied yet, or nobody here knows to whom the tokens were given, or where that group
   * is: it may have ended since.
   *
   * @param part of the ring
   */
  boolean isRefuted(RingPartition part) {
    TableState said = heard.get(part.group());
    return said != null && !hasSaid(said, part);
  }

  /** Whether the group has said itself that it has these tokens, and has not given them since. */
  private static boolean hasSaid(TableState said, RingPartition part) {
    return part.isFirstHand()
        && said.heirs().stream()
            .noneMatch(
                gift ->
                    gift.heir().epoch() > part.move()
                        && gift.range().after() < part.range().upTo()
                        && part.range().after() < gift.range().upTo());
  }

  /** A replica of this node has applied what a group has now, or had not long ago. */
  synchronized void heard(int group, TableState table) {
    boolean isNews = false;
    for (Heirs.Gift gift : table.heirs()) {
      isNews |= gave(gift);
    }
    for (var held : table.records().entrySet()) {
      // A copy is not its own yet; of what it has switched, the gift tells.
      isNews |=
          held.getValue().phase().isOwned()
              && claims.add(
                  new RingPartition(
                      held.getKey().name(),
                      held.getKey().range(),
                      group,
                      held.getValue().move(),
                      true));
    }
    if (isNews) {
      ring = claims.ring(ring.version() + 1);
    }
    heard.put(group, table);
  }

  /** There is no replica here any more that would say what a group has. */
  synchronized void dropped(int group) {
    heard.remove(group);
  }

  /** Another node knows this of owners, all of which is committed. */
  synchronized void told(Ring known) {
    boolean isNews = false;
    for (RingPartition part : known.partitions()) {
      isNews |= claims.add(new RingPartition(part.name(), part.range(), part.group(), part.move()));
    }
    if (isNews) {
      ring = claims.ring(ring.version() + 1);
    }
  }

  /** There are groups that were not known: what was given to them counts now. */
  synchronized void groupsChanged() {
    Map.copyOf(heard).forEach(this::heard);
  }

  /** Of a group that is not one of this cluster's, nobody could tell clients where it is. */
  private boolean gave(Heirs.Gift gift) {
    long heir = GroupNumbers.numberOf(cluster, gift.heir().group());
    if (heir < 0 || heir > Integer.MAX_VALUE || !isGroup.test((int) heir)) {
      return false;
    }
    TokenRange range = gift.range();
    // By what it was called here, as far as is known: tokens count, not names.
    String name = claims.partitionOf(range.after() + 1).name();
    return claims.add(new RingPartition(name, range, (int) heir, gift.heir().epoch()));
  }

  /**
   * Whether a group has said itself that it has all of these tokens, and of none since that it has
   * given it; also if it has said nothing yet.
   */
  boolean isOwn(int group, Collection<Long> tokens) {
    Ring now = ring;
    TableState said = heard.get(group);
    return said == null
        || tokens.stream()
            .map(now::partitionOf)
            .allMatch(part -> part.group() == group && hasSaid(said, part));
  }

  /**
   * Who else has some of these tokens, which a group was asked for; the first of them, if any. It
   * names nobody if the group itself seems to have all.
   */
  Optional<RingPartition> elsewhere(int group, Collection<TokenRange> asked) {
    Ring now = ring;
    for (TokenRange range : asked) {
      RingPartition part = now.partitionOf(range.after() + 1);
      while (part.group() == group && part.range().upTo() < range.upTo()) {
        part = now.partitionOf(part.range().upTo() + 1);
      }
      if (part.group() != group) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }
}

package io.zabdb.node.server;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.move.Letter;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.Speech;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers letters for groups that have ended. Whoever waits for such a group with a copy hears that
 * the attempt is over. Whoever would give it one hears that there is no such group. Whoever gave it
 * one hears that from a group that has the tokens by a later attempt: so the one that has ended
 * served them once. Thread-safe.
 *
 * <p>Source: {@code MoveGroups!SaidForDissolved} and {@code IsNewerOwner}.
 */
final class EndedGroups {

  /** Takes a letter to a group that there is. */
  interface Post {

    CompletableFuture<Letter> send(int group, Letter letter, long millis);
  }

  private final Topology topology;
  private final Post post;
  private final AtomicInteger turn = new AtomicInteger();

  EndedGroups(Topology topology, Post post) {
    this.topology = topology;
    this.post = post;
  }

  /** What becomes of a letter for a group that has ended, within some time. */
  CompletableFuture<Letter> answer(int group, Letter letter, long millis) {
    Optional<MoveMessage> given =
        letter.messages().stream().filter(m -> m.type() == MessageType.ACTIVATE).findFirst();
    if (given.isPresent()) {
      Optional<Integer> other = other(group, given.get().part().range());
      if (other.isPresent()) {
        return post.send(other.get(), letter, millis);
      }
    }
    List<MoveMessage> said = Speech.forDissolved(letter.messages());
    return said.isEmpty()
        ? CompletableFuture.failedFuture(
            ZabException.of(ErrorCode.NOT_FOUND, "group " + group + " has ended"))
        : CompletableFuture.completedFuture(new Letter(said, List.of(), 0));
  }

  /** The one that has the tokens as far as is known here; every other time any, in turn. */
  private Optional<Integer> other(int group, TokenRange range) {
    int now = Math.floorMod(turn.getAndIncrement(), Integer.MAX_VALUE);
    RingPartition known = topology.ring().partitionOf(range.after() + 1);
    if (now % 2 == 0 && known.group() != group && !topology.hasEnded(known.group())) {
      return Optional.of(known.group());
    }
    List<Integer> all = topology.groups().stream().map(GroupConfig::id).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(now / 2 % all.size()));
  }
}

package io.zabdb.balancer;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/**
 * Nodes spread leaders by their number where nobody places them by what they have to do. They are
 * told that somebody does, in each round.
 *
 * <p>Source: {@code Placement!Tell}.
 */
final class Placing {

  /**
   * So long nothing is spread after a round: also while a move is waited for, which is for an hour
   * at most, unless an operator asks for more.
   */
  static final Duration LASTS = Duration.ofMinutes(90);

  private Placing() {}

  /**
   * Tells nodes, all at once, and waits for the answers: for as long as the client's requests may
   * take.
   *
   * @return those that answered: others may be of a version that does not know of this
   */
  static Set<Integer> tell(StoreAccess store, Collection<Integer> nodes) {
    return NodeStatuses.ask(
            store,
            nodes,
            node -> store.admin().placeLeaders(node, LASTS).thenApply(done -> true),
            // It is given no leadership in this round, and told again in the next.
            (node, failure) -> {})
        .keySet();
  }
}

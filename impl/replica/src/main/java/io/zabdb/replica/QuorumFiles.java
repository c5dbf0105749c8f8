package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.state.StateView;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Holders;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Knows at a leader whether files of a partition that comes may be taken: when a quorum has them,
 * this replica among them, and lacks no others of all that were taken before. So whatever is taken,
 * a quorum is whole, and stays so when members change. It offers the files that it has to the
 * members of its own group, who say so. By the loop.
 *
 * <p>Source: {@code PartitionFiles!QuorumHas}, for one partition; {@code WholeMembers!Ask}.
 */
final class QuorumFiles {

  private final ReplicaParts parts;
  private final GroupPost post;
  private final Supplier<StateView> state;

  /** How long the log was, at least, when files were taken the last time. */
  private long taken;

  QuorumFiles(ReplicaParts parts, GroupPost post, Supplier<StateView> state) {
    this.parts = parts;
    this.post = post;
    this.state = state;
  }

  /** This replica leads: its predecessors may have taken files at the end of their log. */
  void established() {
    taken();
  }

  /** Files are taken at the end of the log. */
  void taken() {
    taken = state.get().historyLength();
  }

  /**
   * Asks who has the files that a message names.
   *
   * @param answer is told, by the loop, whether they may be taken now
   */
  void ask(MoveMessage m, Consumer<Boolean> answer) {
    PartitionCopy copy = m.copy();
    if (copy == null) {
      answer.accept(false);
      return;
    }
    long behind = taken;
    CompletableFuture<Holders> asked =
        parts
            .bases()
            .received(m.part().name(), m.epoch(), copy.cells())
            .thenCompose(files -> holders(files, behind));
    tell(asked, behind, holders -> areEnough(holders.members()), answer);
  }

  /**
   * Asks whether members may change: a quorum of those that are to vote must be whole. Who merely
   * follows may lack files, and who has them drops them once it has left.
   *
   * @param wanted who is to vote
   * @param answer is told, by the loop
   */
  void askFor(Configuration wanted, Consumer<Boolean> answer) {
    long behind = taken;
    long roster = state.get().rosterPlace();
    // Who has applied the last roster knows whether it was removed; so none may follow meanwhile.
    tell(
        post.askWhole(parts.group(), wanted.voters(), Math.max(behind, roster)),
        behind,
        whole -> roster == state.get().rosterPlace() && wanted.isQuorum(whole),
        answer);
  }

  /**
   * By the loop, once it is known.
   *
   * @param behind how long the log was when this was asked: what was taken since nobody has told of
   */
  private <T> void tell(
      CompletableFuture<T> asked, long behind, Predicate<T> areEnough, Consumer<Boolean> answer) {
    asked.whenComplete(
        (told, failure) ->
            parts
                .loop()
                .run(
                    () ->
                        answer.accept(failure == null && behind == taken && areEnough.test(told))));
  }

  private CompletableFuture<Holders> holders(Optional<BaseOffer> files, long behind) {
    return files
        .map(offer -> post.offer(parts.group(), offer.behind(behind)))
        .orElseGet(() -> CompletableFuture.completedFuture(new Holders(0, "")));
  }

  private boolean areEnough(long holders) {
    StateView view = state.get();
    return areEnough(holders, view.self(), view.roster().configuration(parts.founders()));
  }

  static boolean areEnough(long holders, int self, Configuration voters) {
    return Members.contains(holders, self) && voters.isQuorum(holders);
  }
}

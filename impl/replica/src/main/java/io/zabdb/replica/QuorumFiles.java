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
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Knows at a leader whether files of a partition that comes may be taken: when a quorum has them,
 * this replica among them, and lacks no others of all that were taken before. So whatever is taken,
 * a quorum is whole, and stays so when members change. It offers the files that it has to the
 * members of its own group, who say so; those that are {@linkplain LateMembers late} it waits for.
 * By the loop.
 *
 * <p>Source: {@code PartitionFiles!QuorumHas}, for one partition; {@code WholeMembers!Ask}, {@code
 * Hold} and {@code Void}.
 */
final class QuorumFiles {

  /** Files of so many bytes, and who has them. */
  private record FilesOffered(long bytes, Holders who) {

    static final FilesOffered NOTHING = new FilesOffered(0, Holders.NOBODY);
  }

  private final ReplicaParts parts;
  private final GroupPost post;
  private final Supplier<StateView> state;

  private final TakenFiles taken = new TakenFiles();
  private final LateMembers late;

  /** How often each member has connected: it may have come with another disk. */
  private final long[] connected = new long[Members.MAX_MEMBERS];

  QuorumFiles(ReplicaParts parts, GroupPost post, Supplier<StateView> state) {
    this.parts = parts;
    this.post = post;
    this.state = state;
    late = new LateMembers(parts.clock(), parts.settings().moves());
  }

  /** This replica leads: its predecessors may have taken files at the end of their log. */
  void established() {
    taken.upTo(length());
    late.forget();
  }

  /** What the member has said before is void: its disk may be another one. */
  void connected(int member) {
    connected[member]++;
  }

  /** How long the log is. */
  long length() {
    return state.get().historyLength();
  }

  /** A command that takes files was given to the core when the log was so long. */
  void given(long before) {
    taken.given(before, length());
  }

  /** What became of that is known. */
  void ended() {
    taken.ended(length());
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
    long behind = taken.length();
    long[] before = connected.clone();
    CompletableFuture<FilesOffered> asked =
        parts
            .bases()
            .received(m.part().name(), m.epoch(), copy.cells())
            .thenCompose(files -> offer(files, behind));
    hear(
        asked, FilesOffered.NOTHING, offered -> answer.accept(mayTake(m, offered, behind, before)));
  }

  private boolean mayTake(MoveMessage m, FilesOffered offered, long behind, long[] before) {
    StateView view = state.get();
    Configuration voters = view.roster().configuration(parts.founders());
    long holders = offered.who().members() & unchanged(before);
    return taken.isStill(behind)
        && areEnough(holders, view.self(), voters)
        && !late.areWaitedFor(m, offered.bytes(), offered.who().fetching() & voters.voters());
  }

  /**
   * Asks whether members may change: a quorum of those that are to vote must be whole. Who merely
   * follows may lack files, and who has them drops them once it has left.
   *
   * @param wanted who is to vote
   * @param answer is told, by the loop
   */
  void askFor(Configuration wanted, Consumer<Boolean> answer) {
    askMembers(wanted.voters(), whole -> answer.accept(wanted.isQuorum(whole)));
  }

  /**
   * Asks members which of them are whole. Who has applied the last roster knows whether it was
   * removed; so none may follow meanwhile, and nobody may come with another disk.
   *
   * @param members as bits
   * @param answer is told, by the loop, which are, as bits; none, if files were taken meanwhile
   */
  void askMembers(long members, LongConsumer answer) {
    long behind = taken.length();
    long roster = state.get().rosterPlace();
    long[] before = connected.clone();
    CompletableFuture<Long> asked =
        parts.bases().isThere()
            ? post.askWhole(parts.group(), members, Math.max(behind, roster))
            : CompletableFuture.completedFuture(members);
    hear(
        asked,
        0L,
        whole -> {
          boolean isOfNow = taken.isStill(behind) && roster == state.get().rosterPlace();
          answer.accept(isOfNow ? whole & unchanged(before) : 0);
        });
  }

  private long unchanged(long[] before) {
    long unchanged = 0;
    for (int member = 0; member < before.length; member++) {
      if (connected[member] == before[member]) {
        unchanged = Members.with(unchanged, member);
      }
    }
    return unchanged;
  }

  /**
   * By the loop, once it is known.
   *
   * @param none if nobody answers
   */
  private <T> void hear(CompletableFuture<T> asked, T none, Consumer<T> answer) {
    asked
        .exceptionally(failure -> none)
        .thenAccept(told -> parts.loop().run(() -> answer.accept(told)));
  }

  private CompletableFuture<FilesOffered> offer(Optional<BaseOffer> files, long behind) {
    return files
        .map(
            offer ->
                post.offer(parts.group(), offer.behind(behind))
                    .thenApply(who -> new FilesOffered(offer.bytes(), who)))
        .orElseGet(() -> CompletableFuture.completedFuture(FilesOffered.NOTHING));
  }

  static boolean areEnough(long holders, int self, Configuration voters) {
    return Members.contains(holders, self) && voters.isQuorum(holders);
  }
}

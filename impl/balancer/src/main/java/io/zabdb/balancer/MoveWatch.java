package io.zabdb.balancer;

import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Moves.Move;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.Optional;

/** Looks how a move goes, by what the leaders of both groups say. Immutable. */
public final class MoveWatch {

  /** What is to be seen of a move. */
  public enum MoveStage {
    /** It is under way. */
    MOVES,
    /** The other group serves the partition. */
    ARRIVED,
    /** It was given up: the partition is where it was. */
    STAYS,
    /** Nobody can tell at present. */
    UNKNOWN
  }

  /**
   * What was seen.
   *
   * @param how how it goes, for people, if it is under way
   */
  public record MoveSight(MoveStage stage, String how) {}

  private final StoreAccess store;
  private final int from;
  private final String partition;
  private final long attempt;
  private final int to;

  /**
   * @param attempt its number, as the leader told it that began the move
   */
  public MoveWatch(StoreAccess store, int from, String partition, long attempt, int to) {
    this.store = store;
    this.from = from;
    this.partition = partition;
    this.attempt = attempt;
    this.to = to;
  }

  /**
   * Looks, and waits for the answers.
   *
   * @throws ZabException if a leader does not answer
   */
  public MoveSight look() {
    Optional<Move> move =
        store.await(store.admin().moves(from)).getMovesList().stream()
            .filter(each -> each.getPartition().equals(partition))
            .filter(each -> each.getAttempt() == attempt)
            .findFirst();
    if (move.isPresent()) {
      return new MoveSight(MoveStage.MOVES, how(move.get()));
    }
    if (heldBy(to).filter(each -> HeldPartitions.hasMoved(each, attempt)).isPresent()) {
      return new MoveSight(MoveStage.ARRIVED, "");
    }
    boolean stays = heldBy(from).filter(each -> each.getPhase().equals("SERVING")).isPresent();
    return new MoveSight(stays ? MoveStage.STAYS : MoveStage.UNKNOWN, "");
  }

  private Optional<Partition> heldBy(int group) {
    return store.await(store.admin().partitions(group)).stream()
        .filter(each -> each.getName().equals(partition))
        .findFirst();
  }

  private String how(Move move) {
    return switch (move.getPhase()) {
      case "COPYING" ->
          move.getCopied() == 0
              ? "its files go over, " + move.getFileBytes() + " bytes"
              : "what was written meanwhile goes over";
      case "SEALED" -> "group " + to + " is about to take it over";
      default -> "group " + to + " has it";
    };
  }
}

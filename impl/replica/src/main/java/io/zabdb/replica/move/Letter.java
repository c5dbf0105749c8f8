package io.zabdb.replica.move;

import io.zabdb.model.data.Family;
import io.zabdb.shard.MoveMessage;
import java.util.List;

/**
 * What the leader of a group tells that of another, of one partition: messages of the protocol, in
 * the order in which they are to be taken, and what only helps it along. It may be lost, late, or
 * arrive twice.
 *
 * @param messages all from the same group to the same group; in an answer there may be none
 * @param families with {@code PREPARE} those of the partition, in the order in which rows are
 *     scanned; else none
 * @param position in an answer: how many updates of the attempt the copy has, as it is applied; 0:
 *     none, or there is no copy
 */
public record Letter(List<MoveMessage> messages, List<Family> families, long position) {

  /** So many messages may be in one. */
  public static final int MESSAGES = 512;

  /** The updates in one may have so many bytes, or it has one update. */
  public static final long BYTES = 1 << 20;

  public Letter {
    messages = List.copyOf(messages);
    families = List.copyOf(families);
    if (messages.size() > MESSAGES) {
      throw new IllegalArgumentException(
          "a letter has " + messages.size() + " messages, allowed are " + MESSAGES);
    }
    if (position < 0) {
      throw new IllegalArgumentException("the position is " + position + ", allowed is 0 or more");
    }
  }
}

package io.zabdb.replica.move;

import java.util.concurrent.CompletableFuture;

/**
 * How a replica reaches other groups of its cluster. What it returns is completed by any thread,
 * within a few seconds: a failure says nothing of what has arrived. Thread-safe.
 */
public interface GroupPost {

  /** There are no other groups. */
  GroupPost NONE = new NoPost();

  /** How long an answer to a letter is waited for if nobody waits for what comes of it. */
  long USUAL_MILLIS = 5_000;

  /**
   * Takes a letter to whoever leads a group.
   *
   * @param millis how long an answer is waited for, at most; maybe not so long
   * @return what that one answers
   */
  CompletableFuture<Letter> send(int group, Letter letter, long millis);

  /**
   * Offers files, of which this process has the directory, to all members of a group, its own
   * maybe. Each fetches them, once, however often they are offered.
   *
   * @return who has them
   */
  CompletableFuture<Holders> offer(int group, BaseOffer offer);

  /**
   * The same, of files that another node has.
   *
   * @param holder the number of that node
   */
  CompletableFuture<Holders> offer(int group, BaseOffer offer, int holder);

  /**
   * Asks the other members of a group of this node, one after the other, for files that one of them
   * has made for a move when it led.
   *
   * @return the first that has some
   */
  CompletableFuture<FoundBase> askForBase(int group, String partition, long attempt);

  /**
   * Asks the other members of a group of this node, one after the other, for all that they have.
   *
   * @param least how many entries one must have applied
   * @return the first that has it
   */
  CompletableFuture<FoundStore> askForStore(int group, long least);

  /**
   * Asks members of a group of this node, its own maybe, whether they have the files of all
   * partitions.
   *
   * @param members as bits
   * @param least how many entries each must have applied
   * @return those that have, as bits
   */
  CompletableFuture<Long> askWhole(int group, long members, long least);

  /** Has what was found be fetched for the replica of this node; to be called until it is there. */
  Fetching fetch(FoundStore found);
}

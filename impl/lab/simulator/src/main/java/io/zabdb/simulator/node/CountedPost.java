package io.zabdb.simulator.node;

import io.zabdb.node.server.Topology;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.Fetching;
import io.zabdb.replica.move.FoundBase;
import io.zabdb.replica.move.FoundStore;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Holders;
import io.zabdb.replica.move.Letter;
import io.zabdb.shard.MoveMessage;
import io.zabdb.testkit.sim.engine.Counts;
import java.util.concurrent.CompletableFuture;

/** The post of a node, which counts letters for groups that have ended, and who is whole. */
record CountedPost(GroupPost post, Topology topology, Counts counts) implements GroupPost {

  @Override
  public CompletableFuture<Letter> send(int group, Letter letter, long millis) {
    if (topology.hasEnded(group)) {
      for (MoveMessage message : letter.messages()) {
        counts.add("end: " + message.type() + " for a group that has ended");
      }
    }
    return post.send(group, letter, millis);
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer) {
    return post.offer(group, offer);
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer, int holder) {
    return post.offer(group, offer, holder);
  }

  @Override
  public CompletableFuture<FoundBase> askForBase(int group, String partition, long attempt) {
    return post.askForBase(group, partition, attempt);
  }

  @Override
  public CompletableFuture<FoundStore> askForStore(int group, long least) {
    return post.askForStore(group, least);
  }

  @Override
  public CompletableFuture<Long> askWhole(int group, long members, long least) {
    return post.askWhole(group, members, least)
        .thenApply(
            whole -> {
              counts.add(
                  "files: "
                      + (whole == members ? "all asked are whole" : "not all asked are whole"));
              return whole;
            });
  }

  @Override
  public Fetching fetch(FoundStore found) {
    return post.fetch(found);
  }
}

package io.zabdb.node.server;

import io.zabdb.environment.Loop;
import io.zabdb.node.config.GroupConfig;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the replicas of this node go whose groups have ended: first that is noted on disk, then the
 * replica and its files are dropped. A replica says so that has applied its group's end; where one
 * was away, another node says so that has noted it. Thread-safe.
 *
 * <p>Source: {@code specs/shard/Endings.tla}; {@code docs/decisions/0063}.
 */
public final class GroupEndings {

  private static final Logger LOG = LoggerFactory.getLogger(GroupEndings.class);

  /** After which it is tried again to note an end, if the disk did not take it. */
  private static final long AGAIN_MILLIS = 1_000;

  /** What a node does when a group has ended. */
  public interface Leaver {

    /** The group of a number of which this node has a replica; empty: it has none. */
    Optional<GroupConfig> own(int group);

    /** A group has ended of which this node has no replica. */
    void forget(GroupConfig group);

    /**
     * Notes the end, for ever; waits for the disk. To note it again changes nothing.
     *
     * @throws IOException if it cannot be written
     */
    void note(GroupConfig group) throws IOException;

    /** Drops the replica, if it runs, and its files; done, or failed, when that is over. */
    CompletableFuture<Void> drop(GroupConfig group);
  }

  private final Topology topology;
  private final Leaver leaver;
  private final Executor births;
  private final Loop loop;
  private final Set<Integer> leaving = ConcurrentHashMap.newKeySet();

  /**
   * @param births runs one task at a time, which may wait
   */
  public GroupEndings(Topology topology, Leaver leaver, Executor births, Loop loop) {
    this.topology = topology;
    this.leaver = leaver;
    this.births = births;
    this.loop = loop;
  }

  /** {@code Endings!Leave}: the replica of this node has applied its group's end. */
  public void ended(int group) {
    leaver.own(group).ifPresent(this::leave);
  }

  /** {@code Endings!Hear}: another node has noted that a group has ended. */
  public void heard(GroupConfig group) {
    if (!leaving.contains(group.id())) {
      births.execute(() -> heardNow(group));
    }
  }

  /** Behind what is being taken: a group that is known to have ended is not taken any more. */
  private void heardNow(GroupConfig group) {
    if (leaving.contains(group.id())) {
      // Its replica may run still, and ask who it is.
      return;
    }
    Optional<GroupConfig> own = leaver.own(group.id());
    if (own.isEmpty()) {
      topology.end(group);
      leaver.forget(group);
    } else if (own.get().equals(group) && begins(group)) {
      leaveNow(group);
    }
  }

  private void leave(GroupConfig group) {
    if (begins(group)) {
      births.execute(() -> leaveNow(group));
    }
  }

  /** Whether its replica is to go, and nobody is at it. */
  private boolean begins(GroupConfig group) {
    return !topology.hasEnded(group.id()) && leaving.add(group.id());
  }

  /** {@code Endings!Note}, then {@code Drop}. */
  private void leaveNow(GroupConfig group) {
    try {
      leaver.note(group);
    } catch (IOException e) {
      again(group, e);
      return;
    }
    leaver
        .drop(group)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                again(group, failure);
              } else {
                left(group);
              }
            });
  }

  private void again(GroupConfig group, Throwable failure) {
    LOG.error("the end of group {} is not noted, or its files are there, yet", group.id(), failure);
    loop.schedule(
        TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS), () -> births.execute(() -> leaveNow(group)));
  }

  private void left(GroupConfig group) {
    topology.end(group);
    leaving.remove(group.id());
    LOG.info("group {} on nodes {} has ended: its replica is gone", group.id(), group.nodes());
  }
}

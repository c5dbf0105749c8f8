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
 * Has the replicas of this node go whose groups have ended, or from which the node was removed:
 * first that is noted on disk, then the replica and its files are dropped. A replica says so that
 * has applied its group's end, or knows of its removal; where one was away when its group ended,
 * another node says so that has noted it. Thread-safe.
 *
 * <p>Source: {@code specs/shard/Endings.tla}, {@code specs/zab/Removals.tla}; {@code
 * docs/decisions/0063}, {@code 0073}.
 */
public final class GroupEndings {

  private static final Logger LOG = LoggerFactory.getLogger(GroupEndings.class);

  /** After which it is tried again to note an end, if the disk did not take it. */
  private static final long AGAIN_MILLIS = 1_000;

  /** So many wait at most; of the others it is told again. */
  private static final int MOST_HEARD = 10_000;

  /** Why a replica goes. */
  public enum Reason {
    /** Its group has ended: no node has it any more. */
    ENDED,

    /** This node was removed from its group, which goes on. */
    REMOVED
  }

  /** What a node does when a replica is to go. */
  public interface Leaver {

    /** The group of a number of which this node has a replica; empty: it has none. */
    Optional<GroupConfig> own(int group);

    /** A group has ended of which this node has no replica. */
    void forget(GroupConfig group);

    /**
     * Notes that its replica goes: for ever, if the group has ended. Waits for the disk. To note it
     * again changes nothing.
     *
     * @throws IOException if it cannot be written
     */
    void note(GroupConfig group, Reason reason) throws IOException;

    /** Drops the replica, if it runs, and its files; done, or failed, when that is over. */
    CompletableFuture<Void> drop(GroupConfig group, Reason reason);
  }

  private final Topology topology;
  private final Leaver leaver;
  private final Executor births;
  private final Loop loop;
  private final Set<Integer> leaving = ConcurrentHashMap.newKeySet();

  /** Those that others say have ended, and that wait for their turn. */
  private final Set<Integer> hearing = ConcurrentHashMap.newKeySet();

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
    leave(group, Reason.ENDED);
  }

  /** {@code Removals!Note}: the replica of this node knows that it was removed. */
  public void removed(int group) {
    leave(group, Reason.REMOVED);
  }

  /** Whether its replica of a group is about to go. */
  public boolean isLeaving(int group) {
    return leaving.contains(group);
  }

  /** {@code Endings!Hear}: another node has noted that a group has ended. */
  public void heard(GroupConfig group) {
    boolean mayWait = hearing.size() < MOST_HEARD && !leaving.contains(group.id());
    if (mayWait && hearing.add(group.id())) {
      births.execute(
          () -> {
            hearing.remove(group.id());
            heardNow(group);
          });
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
      leaveNow(group, Reason.ENDED);
    }
  }

  private void leave(int number, Reason reason) {
    leaver
        .own(number)
        .filter(this::begins)
        .ifPresent(group -> births.execute(() -> leaveNow(group, reason)));
  }

  /** Whether its replica is to go, and nobody is at it. */
  private boolean begins(GroupConfig group) {
    return !topology.hasEnded(group.id()) && leaving.add(group.id());
  }

  /** {@code Note}, then {@code Drop}. */
  private void leaveNow(GroupConfig group, Reason reason) {
    try {
      leaver.note(group, reason);
    } catch (IOException e) {
      again(group, reason, e);
      return;
    }
    leaver
        .drop(group, reason)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                again(group, reason, failure);
              } else {
                left(group, reason);
              }
            });
  }

  private void again(GroupConfig group, Reason reason, Throwable failure) {
    LOG.error(
        "that the replica of group {} goes is not noted, or its files are there, yet",
        group.id(),
        failure);
    loop.schedule(
        TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS),
        () -> births.execute(() -> leaveNow(group, reason)));
  }

  private void left(GroupConfig group, Reason reason) {
    if (reason == Reason.ENDED) {
      topology.end(group);
    } else {
      topology.dropped(group.id());
    }
    leaving.remove(group.id());
    LOG.info(
        "{} group {} of the founders {}: its replica is gone",
        reason == Reason.ENDED ? "there is no more" : "this node was removed from",
        group.id(),
        group.nodes());
  }
}

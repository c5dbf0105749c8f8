package io.zabdb.node.server;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.GroupConfig;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a node takes groups, and starts its replicas of them: those that it is told to take, and of
 * those that it hears of the ones that it is a founder of, or votes in. So a group is founded also
 * if its bearer ends before it has told all founders, and a node whose disk is another one has its
 * replicas again. A group from which it was removed it takes again only if it is told to.
 * Thread-safe.
 *
 * <p>Source: {@code specs/shard/Births.tla}, Take and Recall; {@code specs/zab/Removals.tla}, Take;
 * {@code docs/decisions/0067}, {@code 0073}.
 */
public final class GroupTaking {

  private static final Logger LOG = LoggerFactory.getLogger(GroupTaking.class);

  /** Starts the replica of a group that was taken; nothing if it runs. */
  public interface Starter {

    void start(GroupConfig group) throws IOException;
  }

  private final Topology topology;
  private final BornGroups born;
  private final int room;
  private final IntSupplier replicas;
  private final IntPredicate isRunning;
  private final IntPredicate isLeaving;
  private final Starter starter;
  private final Executor births;

  /** What was heard of and is being taken. */
  private final Set<Integer> taking = ConcurrentHashMap.newKeySet();

  /** What was heard of and could not be taken, which is logged once. */
  private final Set<Integer> refused = ConcurrentHashMap.newKeySet();

  /**
   * @param room so many groups this node may have
   * @param replicas so many it has
   * @param isRunning whether it has a replica of a group
   * @param isLeaving whether its replica of a group is about to go
   * @param births runs one task at a time, which may wait
   */
  public GroupTaking(
      Topology topology,
      BornGroups born,
      int room,
      IntSupplier replicas,
      IntPredicate isRunning,
      IntPredicate isLeaving,
      Starter starter,
      Executor births) {
    this.topology = topology;
    this.born = born;
    this.room = room;
    this.replicas = replicas;
    this.isRunning = isRunning;
    this.isLeaving = isLeaving;
    this.starter = starter;
    this.births = births;
  }

  /** Another node knows of a group. Waits for no disk: an event loop may say so. */
  public void heard(GroupConfig group) {
    if (isMember(group)
        && !isRunning.test(group.id())
        && !topology.hasEnded(group.id())
        && !born.wasRemovedFrom(group.id())
        && taking.add(group.id())) {
      births.execute(() -> takeHeard(group));
    }
  }

  /**
   * The founders of a group that was not born have it by their configuration. Who votes is not
   * known before a group is founded; then a founder may have left it.
   */
  private boolean isMember(GroupConfig group) {
    boolean founds = BornGroups.isBorn(group) && group.nodes().contains(topology.node());
    return topology.committedVoters(group.id()).isPresent() ? topology.votes(group.id()) : founds;
  }

  private void takeHeard(GroupConfig group) {
    try {
      if (topology.hasEnded(group.id()) || born.wasRemovedFrom(group.id())) {
        return;
      }
      take(group);
      refused.remove(group.id());
      LOG.info("group {} on nodes {} was heard of, and is taken", group.id(), group.nodes());
    } catch (IOException | ZabException e) {
      if (refused.add(group.id())) {
        LOG.warn("group {}, of which this node is a member, is not taken yet", group.id(), e);
      }
    } finally {
      taking.remove(group.id());
    }
  }

  /**
   * Takes a group, and starts its replica; nothing if that runs. By the thread of births.
   *
   * @throws ZabException as {@link BornGroups#take}, {@code INVALID_ARGUMENT} if it is known to
   *     have ended, {@code OVERLOADED} if there is no room, or {@code UNAVAILABLE} while its
   *     replica goes
   */
  void take(GroupConfig group) throws IOException {
    if (isLeaving.test(group.id())) {
      throw ZabException.of(
          ErrorCode.UNAVAILABLE,
          "node "
              + topology.node()
              + " drops its replica of group "
              + group.id()
              + ", and can take the group again when that is gone");
    }
    if (isRunning.test(group.id())) {
      return;
    }
    if (topology.hasEnded(group.id())) {
      throw ZabException.of(
          ErrorCode.INVALID_ARGUMENT, "there is no group " + group.id() + ": it has ended");
    }
    if (born.group(group.id()).isEmpty()) {
      requireRoom();
    }
    born.take(group);
    starter.start(group);
  }

  /** Starts the replica of a group that this node has drawn. By the thread of births. */
  void start(GroupConfig group) throws IOException {
    starter.start(group);
  }

  /** For how many groups more there is room. */
  int room() {
    return Math.max(0, room - replicas.getAsInt());
  }

  /** Throws {@code OVERLOADED} unless there is room for one more group. */
  void requireRoom() {
    int has = replicas.getAsInt();
    if (has >= room) {
      throw ZabException.of(
          ErrorCode.OVERLOADED,
          "node "
              + topology.node()
              + " has "
              + has
              + " groups, and room for "
              + room
              + " (max-groups)");
    }
  }
}

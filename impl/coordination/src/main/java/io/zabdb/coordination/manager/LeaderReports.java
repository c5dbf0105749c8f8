package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;

/**
 * Reports of new leaders that are not written yet, at most one of a group. They wait as long as
 * ZooKeeper is away: what a leader says once need not be said again. Thread-safe.
 */
final class LeaderReports {

  private record WaitingReport(Known known, CompletableFuture<LeaderReport> result) {

    int node() {
      return known.node();
    }

    long epoch() {
      return known.epoch();
    }
  }

  /**
   * What was reported, should it get lost.
   *
   * @param members of the group; empty: as they were
   */
  private record Known(int node, long epoch, List<Integer> members) {}

  private final ZooKeeperConnection connection;
  private final ClusterChoice cluster;
  private final Map<Integer, WaitingReport> waiting = new ConcurrentHashMap<>();
  private final Map<Integer, Known> written = new ConcurrentHashMap<>();
  private final Standing writing;

  LeaderReports(ZooKeeperConnection connection, ClusterChoice cluster) {
    this.connection = connection;
    this.cluster = cluster;
    writing = connection.keep(this::write, this::refused);
  }

  /** Later reports of the same group take the place of those that wait. */
  CompletableFuture<LeaderReport> report(int group, int node, long epoch, List<Integer> members) {
    CompletableFuture<LeaderReport> result = connection.newFuture();
    if (result.isDone()) {
      return result;
    }
    WaitingReport report = new WaitingReport(new Known(node, epoch, members), result);
    WaitingReport kept = waiting.merge(group, report, this::later);
    if (kept == report) {
      writing.trigger();
    }
    return result;
  }

  /** The group is no more: nothing of it is reported again. */
  void forget(int group) {
    WaitingReport last = waiting.remove(group);
    written.remove(group);
    if (last != null) {
      connection.callBack(() -> last.result().complete(LeaderReport.OUTDATED));
    }
  }

  /** The one that counts; the other one ends as it does if it says the same. */
  private WaitingReport later(WaitingReport before, WaitingReport now) {
    boolean isSame = now.epoch() == before.epoch() && now.node() == before.node();
    WaitingReport kept = isSame || now.epoch() > before.epoch() ? now : before;
    WaitingReport other = kept == now ? before : now;
    if (isSame) {
      Futures.follow(kept.result(), other.result());
    } else {
      connection.callBack(() -> other.result().complete(LeaderReport.OUTDATED));
    }
    return kept;
  }

  @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // a map that allows it
  private Void write(CuratorFramework client) throws Exception {
    if (waiting.isEmpty()) {
      return null;
    }
    Groups groups = new Groups(client, cluster.paths(client));
    for (Map.Entry<Integer, WaitingReport> entry : waiting.entrySet()) {
      int group = entry.getKey();
      WaitingReport report = entry.getValue();
      try {
        LeaderReport outcome = report(groups, group, report.known());
        waiting.remove(group, report);
        if (outcome == LeaderReport.WRITTEN) {
          written.put(group, report.known());
        } else {
          written.remove(group);
        }
        connection.callBack(() -> report.result().complete(outcome));
      } catch (Exception e) {
        if (ZooKeeperFailures.passes(e)) {
          throw e;
        }
        if (isUnknown(e)) {
          // The manager may have lost it, and it is made again: then with its leader.
          written.put(group, report.known());
        }
        refused(group, report, e);
      }
    }
    return null;
  }

  /**
   * Makes the last report of each group again, unless a later leader is known since. On the
   * worker's thread.
   *
   * @return how many had been lost
   */
  int again(Groups groups) throws Exception {
    int lost = 0;
    for (Map.Entry<Integer, Known> entry : written.entrySet()) {
      try {
        Known known = entry.getValue();
        if (groups.epoch(entry.getKey()) < known.epoch()) {
          report(groups, entry.getKey(), known);
          lost++;
        }
      } catch (CoordinationException e) {
        // The others count all the same.
        if (!isUnknown(e)) {
          throw e;
        }
      }
    }
    return lost;
  }

  private static boolean isUnknown(Exception failure) {
    return failure instanceof CoordinationException of
        && (of.error() == ManagerError.NO_SUCH_GROUP || of.error() == ManagerError.NO_SUCH_CLUSTER);
  }

  private static LeaderReport report(Groups groups, int group, Known known) throws Exception {
    return groups.newLeader(group, known.node(), known.epoch(), known.members());
  }

  private void refused(Exception failure) {
    waiting.forEach((group, report) -> refused(group, report, failure));
  }

  private void refused(int group, WaitingReport report, Exception failure) {
    waiting.remove(group, report);
    String what = "new leader " + report.node() + " of group " + group;
    connection.fail(report.result(), ZooKeeperFailures.named(what, failure));
  }
}

package io.zabdb.coordination.manager;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;

/**
 * Reports of new leaders that are not written yet, at most one of a group. They wait as long as
 * ZooKeeper is away: what a leader says once need not be said again. Thread-safe.
 */
final class LeaderReports {

  private record WaitingReport(int node, long epoch, CompletableFuture<LeaderReport> result) {}

  /** What was reported, should it get lost. */
  private record Known(int node, long epoch) {}

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
  CompletableFuture<LeaderReport> report(int group, int node, long epoch) {
    CompletableFuture<LeaderReport> result = connection.newFuture();
    if (result.isDone()) {
      return result;
    }
    WaitingReport report = new WaitingReport(node, epoch, result);
    WaitingReport kept = waiting.merge(group, report, this::later);
    if (kept == report) {
      writing.trigger();
    }
    return result;
  }

  /** The one that counts; the other one ends as it does if it says the same. */
  private WaitingReport later(WaitingReport before, WaitingReport now) {
    WaitingReport kept = now.epoch() > before.epoch() ? now : before;
    WaitingReport other = kept == now ? before : now;
    if (other.epoch() == kept.epoch() && other.node() == kept.node()) {
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
        LeaderReport outcome = groups.newLeader(group, report.node(), report.epoch());
        waiting.remove(group, report);
        if (outcome == LeaderReport.WRITTEN) {
          written.put(group, new Known(report.node(), report.epoch()));
        } else {
          written.remove(group);
        }
        connection.callBack(() -> report.result().complete(outcome));
      } catch (Exception e) {
        if (ZooKeeperFailures.passes(e)) {
          throw e;
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
      Known known = entry.getValue();
      if (groups.epoch(entry.getKey()) < known.epoch()) {
        groups.newLeader(entry.getKey(), known.node(), known.epoch());
        lost++;
      }
    }
    return lost;
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

package io.zabdb.node.metrics;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.replica.metrics.TransferEnd;
import io.zabdb.replica.metrics.TransferReason;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NodeMetricsTest {

  @Test
  void whatIsRecordedIsScraped() {
    try (NodeMetrics metrics = new NodeMetrics()) {
      metrics.answered(RequestKind.UPDATE, RequestOutcome.OK, 1_500_000);
      metrics.answered(RequestKind.GET, RequestOutcome.OVERLOADED, 1_000);
      MemoryBudget budget = MemoryBudget.of(1_000, 1_000, 1_000);
      metrics.memory(budget);
      budget.account(Purpose.ANSWERS).take(300);
      budget.account(Purpose.ANSWERS).give(100);
      budget.account(Purpose.ANSWERS).tryTake(1_000);
      GroupMetrics group = metrics.group(3);
      assertSame(group, metrics.group(3));
      group.committed(3_000_000);
      group.synced(400_000, 17);
      group.applied(5);
      group.leaderChanged();
      group.handedOver();
      group.transferBegan(TransferReason.PRESSURE);
      group.transferGivenUp(TransferEnd.TIMEOUT);
      group.drained(3_000_000);
      group.tookOver(30_000_000);
      group.checkpointed();
      AtomicLong length = new AtomicLong(1);
      group.queue("inputs", length::get);
      length.set(9);
      String text = metrics.scrape();
      for (String line :
          List.of(
              "zabdb_requests_seconds_count{kind=\"update\",outcome=\"ok\"} 1",
              "zabdb_requests_seconds_bucket{kind=\"update\",outcome=\"ok\",le=\"0.001\"} 0",
              "zabdb_requests_seconds_bucket{kind=\"update\",outcome=\"ok\",le=\"0.002\"} 1",
              "zabdb_requests_seconds_count{kind=\"get\",outcome=\"overloaded\"} 1",
              "zabdb_requests_seconds_count{kind=\"scan\",outcome=\"failed\"} 0",
              "zabdb_memory_bytes{area=\"heap\",purpose=\"answers\"} 200.0",
              "zabdb_memory_limit_bytes{area=\"heap\",purpose=\"answers\"} 250.0",
              "zabdb_memory_highest_bytes{area=\"heap\",purpose=\"answers\"} 300.0",
              "zabdb_memory_waiting{area=\"heap\",purpose=\"answers\"} 0.0",
              "zabdb_memory_refused_total{area=\"heap\",purpose=\"answers\"} 1.0",
              "zabdb_memory_bytes{area=\"native\",purpose=\"stores\"} 0.0",
              "zabdb_commit_seconds_bucket{group=\"3\",le=\"0.005\"} 1",
              "zabdb_log_sync_seconds_count{group=\"3\"} 1",
              "zabdb_log_sync_entries_sum{group=\"3\"} 17.0",
              "zabdb_apply_entries_sum{group=\"3\"} 5.0",
              "zabdb_leader_changes_total{group=\"3\"} 1.0",
              "zabdb_transfers_total{group=\"3\"} 1.0",
              "zabdb_transfers_begun_total{group=\"3\",reason=\"pressure\"} 1.0",
              "zabdb_transfers_given_up_total{group=\"3\",reason=\"timeout\"} 1.0",
              "zabdb_transfer_drain_seconds_bucket{group=\"3\",le=\"0.005\"} 1",
              "zabdb_transfer_pause_seconds_bucket{group=\"3\",le=\"0.05\"} 1",
              "zabdb_checkpoints_total{group=\"3\"} 1.0",
              "zabdb_queue{group=\"3\",queue=\"inputs\"} 9.0",
              "zabdb_replica_leads{group=\"3\"} NaN")) {
        assertTrue(text.contains(line), line + " in\n" + text);
      }
    }
  }

  @Test
  void aGroupThatHasEndedIsNotScraped() {
    try (NodeMetrics metrics = new NodeMetrics()) {
      metrics.group(3).applied(5);
      metrics.group(4).applied(6);
      metrics.ended(3);
      String text = metrics.scrape();
      assertFalse(text.contains("group=\"3\""), text);
      assertTrue(text.contains("zabdb_apply_entries_sum{group=\"4\"} 6.0"), text);
    }
  }

  /** The JVM tells of collections a moment later. */
  @Test
  void pausesOfGarbageCollectionAreScraped() {
    try (NodeMetrics metrics = new NodeMetrics()) {
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (!metrics.scrape().contains("jvm_gc_pause_seconds_count{")) {
        assertTrue(System.nanoTime() < deadline, metrics::scrape);
        System.gc();
      }
    }
  }
}

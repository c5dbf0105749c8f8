package io.zabdb.faults.torture.strike;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.model.data.Cell;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The leader's clock is thirty days ahead: no cell may be stamped so. */
public final class ClockAhead implements Strike {

  private static final Duration AHEAD = Duration.ofDays(30);
  private static final Duration ALLOWED = Duration.ofDays(1);
  private static final int SUCCESSES = 50;

  @Override
  public String name() {
    return "the leader's clock is 30 days ahead";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    victim.preload(leader.id()).setClock(AHEAD);
    victim.workload().awaitDone(SUCCESSES);
    try (ZabClient client = victim.cluster().client().build()) {
      ZabClient.await(client.put("clock", "ahead"));
      Cell cell = ZabClient.await(client.get("clock")).orElseThrow();
      Duration ahead = Duration.between(Instant.now(), cell.time());
      if (ahead.compareTo(ALLOWED) > 0) {
        throw new AssertionError("a cell is stamped " + ahead + " ahead of its time");
      }
      return new Blow(
          Set.of(),
          "cells are stamped " + ahead.toMillis() + " ms ahead",
          () -> victim.preload(leader.id()).setClock(Duration.ZERO));
    }
  }
}

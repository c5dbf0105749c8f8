package io.zabdb.node.process;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Phase;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.api.Replicas;
import io.zabdb.node.config.Address;
import io.zabdb.node.metrics.PauseReport;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.replica.status.ScrubProgress;
import io.zabdb.storage.engine.SessionFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Replicas that write down what they are told. */
final class FakeReplicas implements Replicas {

  final List<String> calls = Collections.synchronizedList(new ArrayList<>());
  final NodeContext context;
  volatile Exception startFailure;
  volatile RuntimeException closeFailure;
  volatile Error closeError;
  volatile boolean handsOver = true;

  /** Closing takes until it is open, as it is at first. */
  volatile CountDownLatch closeGate = new CountDownLatch(0);

  volatile List<ReplicaStatus> status = List.of();

  FakeReplicas(NodeContext context) {
    this.context = context;
  }

  static ReplicaStatus replica(int group, Role role, Phase phase) {
    return new ReplicaStatus(
        group,
        1,
        role,
        phase,
        1,
        7,
        100,
        95,
        90,
        80,
        10,
        new Zxid(7, 80),
        3,
        true,
        4096,
        List.of(0L, 25L, Long.MAX_VALUE),
        Durability.SYNC,
        false,
        false,
        false,
        Configuration.ofFirst(3),
        TransferPolicy.COLDEST,
        new SessionFigures(12, 3_000),
        Optional.empty(),
        new ScrubProgress(5_000, 2, 1_700_000_000_000L));
  }

  @Override
  public void start() throws IOException {
    calls.add("start");
    if (startFailure instanceof IOException e) {
      throw e;
    }
    if (startFailure instanceof RuntimeException e) {
      throw e;
    }
  }

  @Override
  public Address clientAddress() {
    return new Address("127.0.0.1", 1);
  }

  @Override
  public int expected() {
    return context.config().sharding().groupsOf(context.config().node()).size();
  }

  @Override
  public List<ReplicaStatus> status() {
    return status;
  }

  @Override
  public void paused(PauseReport report) {
    calls.add("paused: " + report.text());
  }

  @Override
  public boolean handLeadershipOver(Duration limit) {
    calls.add("hand over within " + limit.toMillis());
    return handsOver;
  }

  @Override
  public void stopTaking(Duration limit) {
    calls.add("stop taking");
  }

  @Override
  public void close() {
    calls.add("close");
    try {
      closeGate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (closeFailure != null) {
      throw closeFailure;
    }
    if (closeError != null) {
      throw closeError;
    }
  }
}

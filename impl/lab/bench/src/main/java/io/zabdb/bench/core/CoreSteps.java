package io.zabdb.bench.core;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.zab.Replica;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the core itself costs per update, without network and disk: {@value #BATCH} updates of 1 KiB
 * that share one sync and one acknowledgement per follower, as under load.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CoreSteps {

  static final int BATCH = 64;

  private static final int PURGE = 1 << 14;
  private static final Connection LINK = new Connection(1, 0, 1);

  private final byte[] payload = new byte[1024];
  private Outputs outputs;
  private Replica leader;
  private Replica follower;
  private long led;
  private long followed;
  private long reads;

  @Setup
  public void establish(Blackhole sink) {
    outputs = sink::consume;
    leader = Established.leader(outputs);
    follower = Established.follower(LINK, outputs);
  }

  /** Propose, own sync, two acknowledgements, commit, answer; per update. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void leader() {
    for (int i = 0; i < BATCH; i++) {
      led++;
      leader.step(new Input.ClientRequest(led, 7, led, payload), outputs);
    }
    Message ack = new Message.Ack(1, new Zxid(1, led));
    leader.step(new Input.Received(Established.ZERO, ack), outputs);
    leader.step(new Input.LogSynced(led, new Zxid(1, led)), outputs);
    leader.step(new Input.Received(Established.TWO, ack), outputs);
    if (led % PURGE == 0) {
      leader.step(Established.checkpoint(led), outputs);
    }
  }

  /** Append, sync, acknowledge, deliver; per update. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void follower() {
    for (int i = 0; i < BATCH; i++) {
      followed++;
      Entry entry = new Entry(1, followed, 7, followed, payload);
      follower.step(new Input.Received(LINK, new Message.Propose(1, entry)), outputs);
    }
    follower.step(new Input.LogSynced(followed, new Zxid(1, followed)), outputs);
    Message commit = new Message.Commit(1, new Zxid(1, followed));
    follower.step(new Input.Received(LINK, commit), outputs);
    if (followed % PURGE == 0) {
      follower.step(Established.checkpoint(followed), outputs);
    }
  }

  /** A linearizable read, of 64 that share a round. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void read() {
    // The first read opens a round of its own; the others wait for the next.
    for (int i = 0; i < BATCH; i++) {
      leader.step(new Input.ClientRead(i), outputs);
    }
    for (int round = 0; round < 2; round++) {
      reads++;
      leader.step(new Input.Received(Established.ZERO, new Message.Pong(1, reads)), outputs);
    }
  }

  /** A benchmark that measured refusals would be fast, too. */
  @TearDown
  public void checkThatAllWasCommitted() {
    if (leader.state().lastCommitted() != led || follower.state().lastCommitted() != followed) {
      throw new IllegalStateException("not committed: " + leader + ", " + follower);
    }
  }
}

package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeerCheckpointsTest {

  private record Taken(long length, Zxid zxid, Roster roster) implements Checkpoint {}

  private static final Checkpoint CHECKPOINT = new Taken(3, new Zxid(1, 3), Roster.NONE);
  private static final Connection FIRST = new Connection(1, 0, 1);
  private static final Connection SECOND = new Connection(2, 0, 1);

  private final MemoryReplicaDisk checkpoints = new MemoryReplicaDisk(1);
  private final List<Checkpoint> discarded = new ArrayList<>();
  private final PeerCheckpoints peers = new PeerCheckpoints(checkpoints, discarded::add);
  private final Turns turns =
      new Turns(
          new StepLoop(),
          ReplicaTrace.NONE,
          failure -> {
            throw new AssertionError(failure);
          });

  /** Sends over connections, and does nothing else. */
  private final class Sender implements Turns.Turn {

    @Override
    public void carryOut(Output output) {
      if (output instanceof Output.Send send) {
        peers.sending(send.connection(), send.message());
      } else if (output instanceof Output.Install) {
        peers.installing();
      }
    }

    @Override
    public void end() {}

    @Override
    public void taking(Input input) {
      peers.taking(input);
    }

    @Override
    public boolean drops(Input input) {
      return false;
    }

    @Override
    public void listen(boolean more) {}
  }

  @BeforeEach
  void begin() {
    Recovered nothing = new Recovered(0, 0, null, List.of());
    turns.begin(
        new Replica(Settings.of(0, 3, 0), nothing, Guards.STANDARD, TraceSink.NONE, output -> {}),
        new Sender());
  }

  private static Message snap() {
    return new Message.Sync(
        2, new Difference(Difference.Mode.SNAP, CHECKPOINT.zxid(), CHECKPOINT, List.of()));
  }

  @Test
  void aCheckpointIsLentUntilItHasComeOrItsConnectionEnds() {
    peers.sending(FIRST, snap());
    peers.sending(SECOND, snap());
    peers.sending(FIRST, new Message.NewLeader(2));
    assertEquals(Map.of(FIRST, CHECKPOINT, SECOND, CHECKPOINT), checkpoints.lent());
    turns.step(new Input.Received(FIRST, new Message.AckLd(2, CHECKPOINT.zxid())));
    assertEquals(Map.of(SECOND, CHECKPOINT), checkpoints.lent());
    peers.closing(SECOND);
    assertEquals(Map.of(), checkpoints.lent());
  }

  /**
   * While the core waits for the disk, what it has asked for waits, and what it hears behind it.
   */
  @Test
  void aConnectionThatEndsBeforeItIsSentOverHasNothing() {
    turns.suspend();
    turns.add(new Output.Send(FIRST, snap()));
    turns.step(new Input.ConnectionClosed(FIRST));
    turns.resume();
    assertEquals(Map.of(), checkpoints.lent());
  }

  /** Else each attempt of a leader that does not last would leave a store on the disk. */
  @Test
  void whatTheCoreDoesNotInstallIsDiscarded() {
    turns.step(new Input.Received(FIRST, snap()));
    assertEquals(List.of(), discarded, "it may still be installed");
    turns.step(new Input.Tick());
    assertEquals(List.of(CHECKPOINT), discarded);
    turns.step(new Input.Tick());
    assertEquals(List.of(CHECKPOINT), discarded);
  }

  /** A cut may come first, and be waited for. */
  @Test
  void whatTheCoreInstallsIsKept() {
    turns.step(new Input.Received(FIRST, snap()));
    turns.suspend();
    turns.add(new Output.Install(CHECKPOINT));
    turns.step(new Input.Tick());
    assertEquals(List.of(), discarded);
    turns.resume();
    assertEquals(List.of(), discarded);
  }
}

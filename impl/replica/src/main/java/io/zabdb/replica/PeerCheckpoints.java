package io.zabdb.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints that go to other replicas, and come from them. One that goes is lent to the
 * connection that it goes over, until that is closed or the other side has what it needs. One that
 * has come, and that the core does not install, is discarded: it is as large as a store. By the
 * loop.
 */
final class PeerCheckpoints {

  private final Checkpoints checkpoints;
  private final Consumer<Checkpoint> discard;

  /** What the core has heard of last; null if it was none, or is being installed. */
  private @Nullable Checkpoint arrived;

  PeerCheckpoints(ReplicaParts parts) {
    this(parts.opened().checkpoints(), parts.checkpointer()::discard);
  }

  /**
   * @param discard gets what nobody wants
   */
  PeerCheckpoints(Checkpoints checkpoints, Consumer<Checkpoint> discard) {
    this.checkpoints = checkpoints;
    this.discard = discard;
  }

  /** A message is about to be sent, maybe with a checkpoint. */
  void sending(Connection connection, Message message) {
    Checkpoint checkpoint = of(message);
    if (checkpoint != null) {
      checkpoints.lend(connection, checkpoint);
    }
  }

  private static @Nullable Checkpoint of(Message message) {
    Difference difference = null;
    if (message instanceof Message.Sync sync) {
      difference = sync.difference();
    } else if (message instanceof Message.Pulled pulled) {
      difference = pulled.difference();
    } else if (message instanceof Message.Part part) {
      difference = part.difference();
    }
    return difference == null ? null : difference.checkpoint();
  }

  /**
   * The core is about to hear of something. Not when that comes: what the core has asked for before
   * may still wait for the disk, and lend a checkpoint to a connection that is gone by then.
   */
  void taking(Input input) {
    if (arrived != null) {
      discard.accept(arrived);
      arrived = null;
    }
    if (input instanceof Input.ConnectionClosed closed) {
      checkpoints.release(closed.connection());
    } else if (input instanceof Input.Received received) {
      arrived = of(received.message());
      if (received.message() instanceof Message.AckLd) {
        checkpoints.release(received.connection());
      }
    }
  }

  /** The core installs what it has just heard of. */
  void installing() {
    arrived = null;
  }

  /** The core closes a connection. */
  void closing(Connection connection) {
    checkpoints.release(connection);
  }
}

package io.zabdb.core.step;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;

/**
 * What a driver tells the core of a replica, one at a time. A driver must give them in the order in
 * which things happened: messages of a connection in the order in which they were sent, writes in
 * the order in which they completed.
 */
public sealed interface Input {

  /**
   * Time has passed on this replica's clock; ticks are the core's only notion of time.
   *
   * @param count so many ticks, from 1; more than one only if the replica {@link
   *     io.zabdb.core.zab.Replica#isResting rests}, and those that pass behind what wakes it are
   *     void
   */
  record Tick(int count) implements Input {

    /** One tick. */
    public Tick() {
      this(1);
    }
  }

  // -- connections and messages

  /** Another replica opened a connection to this one; answered by Accept or Close. */
  record ConnectionRequested(Connection connection) implements Input {}

  /** The connection that this replica asked for is accepted. */
  record ConnectionAccepted(Connection connection) implements Input {}

  /** The connection is refused, broken or closed by the other side; nothing more comes over it. */
  record ConnectionClosed(Connection connection) implements Input {}

  /** A message arrived over a connection. */
  record Received(Connection connection, Message message) implements Input {}

  /**
   * A part of a long message has come or gone over a connection: the other side is there, and the
   * rest takes its time. Timeouts begin anew; the protocol takes no step.
   */
  record Progressed(Connection connection) implements Input {}

  /** A datagram arrived from another member. */
  record Notified(int from, Datagram datagram) implements Input {}

  /**
   * The nodes of these members, as bits, are heard: each says, several times within {@link
   * io.zabdb.core.group.Settings.Timing#wordPatience} ticks, that it is there. One that has started
   * again meanwhile is left out once in between. Nobody's is at the start.
   */
  record NodesHeard(long members) implements Input {}

  // -- the disk

  /**
   * The first {@code length} entries of the log are on disk ({@code Broadcast!Fsync}).
   *
   * @param last the zxid of the last of them: news of a tail that was cut or replaced meanwhile is
   *     known by it, and ignored
   */
  record LogSynced(long length, Zxid last) implements Input {}

  /** The write that {@link Output.WriteEpoch} asked for is on disk. */
  record EpochWritten(EpochField field, long epoch) implements Input {}

  /**
   * A checkpoint is on disk, and the log below it may be purged ({@code Faults!TakeCheckpoint}). It
   * covers nothing but committed entries.
   */
  record CheckpointTaken(Checkpoint checkpoint) implements Input {}

  /**
   * The driver can read the first {@code length} entries of the log again whenever it likes: of the
   * payloads in memory, {@code keep} bytes of the newest are enough. The protocol takes no step.
   */
  record PayloadsReadable(long length, long keep) implements Input {}

  // -- clients

  /**
   * A client's update.
   *
   * @param token names it in the answer; the driver's choice
   * @param session the client session
   * @param seq the number of the request in its session, from 1; a session asks again with the same
   *     number until it is answered, and only then with a higher one
   * @param payload the command, opaque to the core
   */
  record ClientRequest(long token, long session, long seq, byte[] payload) implements Input {}

  /** A linearizable read. */
  record ClientRead(long token) implements Input {}

  /** What an operator wants of the members. */
  sealed interface OfMembers extends Input {

    /** Names it in the answer; the driver's choice. */
    long token();
  }

  /**
   * An operator wants other members. Answered like an update, once the change has begun: Join is
   * committed. The change then goes on by itself, whoever leads; a request that was made before is
   * not made twice. Who names the old members while the change is under way wants it undone.
   *
   * @param token names it in the answer; the driver's choice
   * @param voters the members that are to vote, as bits; those that are new follow already
   */
  record MembersRequested(long token, long voters) implements OfMembers {}

  /**
   * Nobody wants some to become members: the first of them that learns is to know that it never
   * votes. Answered like an update, once that is committed, or if none of them learns.
   *
   * @param token names it in the answer; the driver's choice
   * @param learners as bits; who votes stays
   */
  record DismissalRequested(long token, long learners) implements OfMembers {}

  /**
   * A member whose new disk nobody counts yet has said since that its replica lacks no files, up to
   * the end of its old disk at least. It counts from now on, if it still has the log and this
   * replica leads; if not, the driver says so again. Only with {@link
   * io.zabdb.core.group.Settings#hasFiles}.
   */
  record MemberIsWhole(int member) implements Input {}

  // -- leadership and compaction

  /** A sample of the compaction pressure of this replica's store, in levels from 0. */
  record PressureSampled(int pressure) implements Input {}

  /**
   * Whether this replica is fit to lead: it can apply, read, write and keep time. One that is not
   * leads only if no fit member can. Fit at the start.
   */
  record FitnessChanged(boolean fit) implements Input {}

  /** The compaction that {@link Output.Compact} asked for has ended. */
  record CompactionFinished() implements Input {}

  /**
   * An operator wants leadership moved; ignored unless this replica leads, and if the member is far
   * behind, compacts heavily or is hot.
   *
   * @param target the member, or -1 for any
   */
  record TransferRequested(int target) implements Input {}

  /** From now on leaders choose their successors by this policy; to be given to all members. */
  record PolicyChanged(TransferPolicy policy) implements Input {}

  /** The driver wants this replica to give up its role, before a shutdown for instance. */
  record StepDownRequested() implements Input {}
}

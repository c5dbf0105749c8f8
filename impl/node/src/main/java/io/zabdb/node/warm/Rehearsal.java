package io.zabdb.node.warm;

import com.google.protobuf.InvalidProtocolBufferException;
import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import io.zabdb.peer.codec.BadFrameException;
import io.zabdb.peer.codec.DatagramCodec;
import io.zabdb.peer.codec.DifferenceDecoder;
import io.zabdb.peer.codec.DifferenceEncoder;
import io.zabdb.peer.codec.MessageCodec;
import io.zabdb.peer.wire.PeerFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A group of three that exists in memory for a moment: replicas elect a leader, take updates, serve
 * reads and hand leadership over, by the code that real ones run, frames of the wire included. It
 * has no time but ticks, no disk and no network. Nothing of it is seen from outside. Not
 * thread-safe.
 */
final class Rehearsal {

  private static final int MEMBERS = 3;
  private static final int PAYLOAD_BYTES = 1_024;
  private static final int MAX_TICKS = 1_000;
  private static final long MAX_DIFFERENCE_BYTES = 16 << 20;

  /** What a member has written: at once on disk, once nothing else is to be done. */
  private static final class Member {
    Replica replica;
    final List<Entry> log = new ArrayList<>();
    final DifferenceDecoder ahead =
        new DifferenceDecoder(
            MAX_DIFFERENCE_BYTES,
            (length, zxid, roster) -> {
              throw new BadFrameException("a rehearsal has no checkpoints");
            });
    long synced;
    Input.EpochWritten epoch;
  }

  private final List<Member> members = new ArrayList<>();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final Set<Connection> closed = new HashSet<>();
  private long tokens;
  private int answers;

  Rehearsal() {
    for (int member = 0; member < MEMBERS; member++) {
      members.add(new Member());
    }
    for (int member = 0; member < MEMBERS; member++) {
      int self = member;
      List<Output> first = new ArrayList<>();
      members.get(member).replica =
          new Replica(
              Settings.of(member, MEMBERS, 0),
              Recovered.NOTHING,
              Guards.STANDARD,
              TraceSink.NONE,
              first::add);
      first.forEach(output -> perform(self, output));
    }
  }

  /** How many updates have been answered. */
  int answers() {
    return answers;
  }

  /** The member that leads, established. Waits for one for a bounded number of ticks. */
  int leader() {
    for (int tick = 0; tick < MAX_TICKS; tick++) {
      run();
      for (int member = 0; member < MEMBERS; member++) {
        if (members.get(member).replica.transferView().leads()) {
          return member;
        }
      }
      tick();
    }
    throw new IllegalStateException("nobody leads after " + MAX_TICKS + " ticks");
  }

  /** The leader takes so many updates and reads. */
  void serve(int operations) {
    int leader = leader();
    for (int i = 0; i < operations; i++) {
      tokens++;
      give(leader, new Input.ClientRequest(tokens, 1, tokens, new byte[PAYLOAD_BYTES]));
      give(leader, new Input.ClientRead(-tokens));
    }
    run();
    tick();
  }

  /** The leader hands over to the next member that follows it. */
  void transfer() {
    int old = leader();
    for (int tick = 0; tick < MAX_TICKS; tick++) {
      give(old, new Input.TransferRequested((old + 1) % MEMBERS));
      tick();
      if (members.get(old).replica.state().phase() != Phase.BROADCAST || leader() != old) {
        leader();
        return;
      }
    }
    throw new IllegalStateException("no transfer after " + MAX_TICKS + " ticks");
  }

  private void tick() {
    for (int member = 0; member < MEMBERS; member++) {
      give(member, new Input.Tick());
    }
    run();
  }

  private void run() {
    do {
      while (!work.isEmpty()) {
        work.poll().run();
      }
      for (int member = 0; member < MEMBERS; member++) {
        sync(member);
      }
    } while (!work.isEmpty());
  }

  private void sync(int self) {
    Member member = members.get(self);
    if (member.synced < member.log.size()) {
      member.synced = member.log.size();
      Entry last = member.log.get(member.log.size() - 1);
      give(self, new Input.LogSynced(member.synced, last.zxid()));
    }
    if (member.epoch != null) {
      Input.EpochWritten written = member.epoch;
      member.epoch = null;
      give(self, written);
    }
  }

  private void give(int member, Input input) {
    work.add(
        () -> {
          List<Output> outputs = new ArrayList<>();
          members.get(member).replica.step(input, outputs::add);
          outputs.forEach(output -> perform(member, output));
        });
  }

  private void perform(int self, Output output) {
    Member member = members.get(self);
    if (output instanceof Output.Connect connect) {
      give(connect.connection().acceptor(), new Input.ConnectionRequested(connect.connection()));
    } else if (output instanceof Output.Accept accept) {
      give(accept.connection().initiator(), new Input.ConnectionAccepted(accept.connection()));
    } else if (output instanceof Output.Close close) {
      close(self, close.connection());
    } else if (output instanceof Output.Send send) {
      send(self, send.connection(), send.message());
    } else if (output instanceof Output.Notify notify) {
      PeerFrame frame = sent(DatagramCodec.encode(notify.datagram(), 0));
      try {
        give(notify.to(), new Input.Notified(self, DatagramCodec.decode(frame)));
      } catch (BadFrameException e) {
        throw new IllegalStateException("a datagram cannot be read back", e);
      }
    } else if (output instanceof Output.Append append) {
      member.log.add(append.entry());
    } else if (output instanceof Output.Truncate truncate) {
      member.log.subList((int) truncate.length(), member.log.size()).clear();
      member.synced = Math.min(member.synced, truncate.length());
    } else if (output instanceof Output.WriteEpoch write) {
      member.epoch = new Input.EpochWritten(write.field(), write.epoch());
    } else if (output instanceof Output.Answer) {
      answers++;
    }
  }

  private void close(int self, Connection connection) {
    if (closed.add(connection)) {
      give(other(self, connection), new Input.ConnectionClosed(connection));
    }
  }

  private static int other(int self, Connection connection) {
    return connection.initiator() == self ? connection.acceptor() : connection.initiator();
  }

  private void send(int self, Connection connection, Message message) {
    int to = other(self, connection);
    List<PeerFrame> frames =
        DifferenceEncoder.difference(message) == null
            ? List.of(MessageCodec.encode(message, 0))
            : DifferenceEncoder.frames(message);
    work.add(() -> frames.forEach(frame -> received(to, connection, sent(frame))));
  }

  private void received(int self, Connection connection, PeerFrame frame) {
    if (closed.contains(connection)) {
      return;
    }
    DifferenceDecoder ahead = members.get(self).ahead;
    try {
      switch (frame.getBodyCase()) {
        case ENTRIES -> ahead.add(frame.getEntries());
        default -> give(self, new Input.Received(connection, MessageCodec.decode(frame, ahead)));
      }
    } catch (BadFrameException e) {
      throw new IllegalStateException("a message cannot be read back", e);
    }
  }

  /** Through bytes, as on a wire. */
  private static PeerFrame sent(PeerFrame frame) {
    try {
      return PeerFrame.parseFrom(frame.toByteArray());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a frame cannot be read back", e);
    }
  }
}

package io.zabdb.peer.codec;

import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.peer.wire.Ack;
import io.zabdb.peer.wire.AckEpoch;
import io.zabdb.peer.wire.AckLd;
import io.zabdb.peer.wire.Cepoch;
import io.zabdb.peer.wire.Commit;
import io.zabdb.peer.wire.CommitLd;
import io.zabdb.peer.wire.NewEpoch;
import io.zabdb.peer.wire.NewLeader;
import io.zabdb.peer.wire.Part;
import io.zabdb.peer.wire.PeerFrame;
import io.zabdb.peer.wire.Ping;
import io.zabdb.peer.wire.Pong;
import io.zabdb.peer.wire.Propose;
import io.zabdb.peer.wire.Pull;
import io.zabdb.peer.wire.Pulled;
import io.zabdb.peer.wire.Rest;
import io.zabdb.peer.wire.Sync;
import io.zabdb.peer.wire.Wake;

/**
 * Messages of Zab. What a difference holds goes ahead of its message: {@link DifferenceEncoder},
 * {@link DifferenceDecoder}.
 */
public final class MessageCodec {

  private MessageCodec() {}

  /** The frame of the message itself: of a difference, what goes ahead of it is not in it. */
  public static PeerFrame encode(Message message, long lamport) {
    PeerFrame.Builder frame = PeerFrame.newBuilder().setLamport(lamport);
    if (message instanceof Message.Propose propose) {
      frame.setPropose(
          Propose.newBuilder().setEpoch(propose.epoch()).setEntry(Values.encode(propose.entry())));
    } else if (message instanceof Message.Ack ack) {
      frame.setAck(Ack.newBuilder().setEpoch(ack.epoch()).setZxid(Values.encode(ack.zxid())));
    } else if (message instanceof Message.Commit commit) {
      frame.setCommit(
          Commit.newBuilder().setEpoch(commit.epoch()).setZxid(Values.encode(commit.zxid())));
    } else if (message instanceof Message.Ping ping) {
      frame.setPing(Ping.newBuilder().setEpoch(ping.epoch()).setRound(ping.round()));
    } else if (message instanceof Message.Pong pong) {
      frame.setPong(Pong.newBuilder().setEpoch(pong.epoch()).setRound(pong.round()));
    } else if (message instanceof Message.Rest rest) {
      frame.setRest(Rest.newBuilder().setEpoch(rest.epoch()).setQuestion(rest.question()));
    } else if (message instanceof Message.Wake wake) {
      frame.setWake(Wake.newBuilder().setEpoch(wake.epoch()));
    } else {
      encodeDiscoveryOrSynchronization(message, frame);
    }
    return frame.build();
  }

  private static void encodeDiscoveryOrSynchronization(Message message, PeerFrame.Builder frame) {
    if (message instanceof Message.Cepoch cepoch) {
      frame.setCepoch(
          Cepoch.newBuilder().setAcceptedEpoch(cepoch.acceptedEpoch()).setDisk(cepoch.disk()));
    } else if (message instanceof Message.NewEpoch newEpoch) {
      frame.setNewEpoch(NewEpoch.newBuilder().setEpoch(newEpoch.epoch()));
    } else if (message instanceof Message.AckEpoch ackEpoch) {
      frame.setAckEpoch(
          AckEpoch.newBuilder()
              .setAgain(ackEpoch.promise() == Promise.AGAIN)
              .setCurrentEpoch(ackEpoch.currentEpoch())
              .setLastZxid(Values.encode(ackEpoch.lastZxid()))
              .setRoster(Values.encode(ackEpoch.roster())));
    } else if (message instanceof Message.Pull pull) {
      frame.setPull(
          Pull.newBuilder().setEpoch(pull.epoch()).setLastZxid(Values.encode(pull.lastZxid())));
    } else if (message instanceof Message.Pulled pulled) {
      frame.setPulled(
          Pulled.newBuilder()
              .setEpoch(pulled.epoch())
              .setDifference(DifferenceEncoder.summary(pulled.difference())));
    } else if (message instanceof Message.Sync sync) {
      frame.setSync(
          Sync.newBuilder()
              .setEpoch(sync.epoch())
              .setDifference(DifferenceEncoder.summary(sync.difference())));
    } else if (message instanceof Message.Part part) {
      frame.setPart(
          Part.newBuilder()
              .setEpoch(part.epoch())
              .setDifference(DifferenceEncoder.summary(part.difference())));
    } else if (message instanceof Message.NewLeader newLeader) {
      frame.setNewLeader(NewLeader.newBuilder().setEpoch(newLeader.epoch()));
    } else if (message instanceof Message.AckLd ackLd) {
      frame.setAckLd(
          AckLd.newBuilder().setEpoch(ackLd.epoch()).setZxid(Values.encode(ackLd.zxid())));
    } else if (message instanceof Message.CommitLd commitLd) {
      frame.setCommitLd(
          CommitLd.newBuilder().setEpoch(commitLd.epoch()).setZxid(Values.encode(commitLd.zxid())));
    } else {
      throw new IllegalArgumentException("no known message: " + message);
    }
  }

  /**
   * The message, or null if the frame is something else.
   *
   * @param ahead what has come ahead of it; emptied by a message with a difference
   */
  public static Message decode(PeerFrame frame, DifferenceDecoder ahead) throws BadFrameException {
    return switch (frame.getBodyCase()) {
      case CEPOCH ->
          new Message.Cepoch(frame.getCepoch().getAcceptedEpoch(), frame.getCepoch().getDisk());
      case NEW_EPOCH -> new Message.NewEpoch(frame.getNewEpoch().getEpoch());
      case ACK_EPOCH -> decode(frame.getAckEpoch());
      case PULL ->
          new Message.Pull(
              frame.getPull().getEpoch(), Values.decode(frame.getPull().getLastZxid()));
      case PULLED ->
          new Message.Pulled(
              frame.getPulled().getEpoch(), ahead.finish(frame.getPulled().getDifference()));
      case SYNC ->
          new Message.Sync(
              frame.getSync().getEpoch(), ahead.finish(frame.getSync().getDifference()));
      case PART ->
          new Message.Part(
              frame.getPart().getEpoch(), ahead.finish(frame.getPart().getDifference()));
      case NEW_LEADER -> new Message.NewLeader(frame.getNewLeader().getEpoch());
      case ACK_LD ->
          new Message.AckLd(frame.getAckLd().getEpoch(), Values.decode(frame.getAckLd().getZxid()));
      case COMMIT_LD ->
          new Message.CommitLd(
              frame.getCommitLd().getEpoch(), Values.decode(frame.getCommitLd().getZxid()));
      case PROPOSE ->
          new Message.Propose(
              frame.getPropose().getEpoch(), Values.decode(frame.getPropose().getEntry()));
      case ACK ->
          new Message.Ack(frame.getAck().getEpoch(), Values.decode(frame.getAck().getZxid()));
      case COMMIT ->
          new Message.Commit(
              frame.getCommit().getEpoch(), Values.decode(frame.getCommit().getZxid()));
      case PING -> new Message.Ping(frame.getPing().getEpoch(), frame.getPing().getRound());
      case PONG -> new Message.Pong(frame.getPong().getEpoch(), frame.getPong().getRound());
      case REST -> new Message.Rest(frame.getRest().getEpoch(), frame.getRest().getQuestion());
      case WAKE -> new Message.Wake(frame.getWake().getEpoch());
      default -> null;
    };
  }

  private static Message decode(AckEpoch ackEpoch) throws BadFrameException {
    return new Message.AckEpoch(
        ackEpoch.getAgain() ? Promise.AGAIN : Promise.FIRST,
        ackEpoch.getCurrentEpoch(),
        Values.decode(ackEpoch.getLastZxid()),
        Values.roster(ackEpoch.getRoster()));
  }
}

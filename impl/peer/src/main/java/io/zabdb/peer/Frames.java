package io.zabdb.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.zabdb.net.frame.FrameDecoder;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameWriter;
import io.zabdb.peer.wire.Accepted;
import io.zabdb.peer.wire.Alive;
import io.zabdb.peer.wire.PeerFrame;
import java.util.List;

/** Frames of few words. */
final class Frames {

  static final PeerFrame ACCEPTED =
      PeerFrame.newBuilder().setAccepted(Accepted.getDefaultInstance()).build();

  static final PeerFrame ALIVE =
      PeerFrame.newBuilder().setAlive(Alive.getDefaultInstance()).build();

  private Frames() {}

  /** With what the sender's clock shows. */
  static PeerFrame alive(long clockMillis) {
    return PeerFrame.newBuilder().setAlive(Alive.newBuilder().setClockMillis(clockMillis)).build();
  }

  /** This node is there; see the protocol buffer. */
  static PeerFrame word(long start) {
    return PeerFrame.newBuilder().setAlive(Alive.newBuilder().setStart(start)).build();
  }

  static FrameDecoder decoder(PeerSettings settings) {
    return new FrameDecoder(FrameKind.PEER, settings.maxFrameBytes(), PeerFrame.parser());
  }

  static ByteBuf encode(Channel channel, PeerFrame frame) {
    return new FrameWriter(FrameKind.PEER)
        .write(channel.alloc(), List.of(frame), FrameWriter.frameBytes(frame));
  }
}

package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.peer.CheckpointPump;
import io.zabdb.peer.wire.CheckpointChunk;
import io.zabdb.peer.wire.PeerFrame;
import java.util.ArrayDeque;

/** The product's frames of a checkpoint as bodies of messages, none of them large. */
final class CheckpointFrames {

  /** The type of the bodies. */
  static final String TYPE = "wire_checkpoint";

  /** Of a file, in one message: the product's frames are larger than suits JSON. */
  private static final int PIECE_BYTES = 32 << 10;

  private static final String FRAME = "frame";

  private final CheckpointPump pump;
  private final ArrayDeque<ObjectNode> pieces = new ArrayDeque<>();

  CheckpointFrames(CheckpointPump pump) {
    this.pump = pump;
  }

  /** The next body; null: there is none at present, or none any more. */
  ObjectNode take() {
    if (pieces.isEmpty()) {
      PeerFrame frame = pump.take();
      if (frame != null) {
        split(frame);
      }
    }
    return pieces.poll();
  }

  private void split(PeerFrame frame) {
    if (!frame.hasCheckpointChunk()) {
      pieces.add(encode(frame));
      return;
    }
    ByteString bytes = frame.getCheckpointChunk().getBytes();
    for (int from = 0; from < bytes.size(); from += PIECE_BYTES) {
      ByteString piece = bytes.substring(from, Math.min(from + PIECE_BYTES, bytes.size()));
      pieces.add(
          encode(
              PeerFrame.newBuilder()
                  .setCheckpointChunk(CheckpointChunk.newBuilder().setBytes(piece))
                  .build()));
    }
  }

  /** Everything has been taken. */
  boolean isDone() {
    return pieces.isEmpty() && pump.isDone();
  }

  void close() {
    pieces.clear();
    pump.close();
  }

  private static ObjectNode encode(PeerFrame frame) {
    return Body.of(TYPE).put(FRAME, frame.toByteArray());
  }

  /** The frame in a body. */
  static PeerFrame decode(JsonNode body) {
    try {
      PeerFrame frame = PeerFrame.parseFrom(Body.bytes(Body.field(body, FRAME)));
      if (frame.hasCheckpointFile() || frame.hasCheckpointChunk()) {
        return frame;
      }
      throw Body.malformed("no frame of a checkpoint: " + frame.getBodyCase());
    } catch (InvalidProtocolBufferException e) {
      throw Body.malformed("no frame: " + e.getMessage());
    }
  }
}

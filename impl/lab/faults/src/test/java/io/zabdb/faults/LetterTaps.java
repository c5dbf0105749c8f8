package io.zabdb.faults;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.zabdb.faults.network.Tap;
import io.zabdb.faults.network.Taps;
import io.zabdb.net.frame.FrameDecoder;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.node.move.MoveWire;
import io.zabdb.rpc.wire.GroupLetter;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.shard.MoveMessage;
import java.util.function.Consumer;

/**
 * Reads what the leaders of groups tell each other, on its way: it stays there until whoever
 * listens has done what is to be done at that moment. Leaders that are on the same node are not
 * heard.
 */
final class LetterTaps implements Taps {

  /** Called by any thread, also by several at a time. */
  interface Listener {

    /**
     * What a letter holds is on its way.
     *
     * @param node that with the leader who was written to
     */
    void heard(int node, MoveMessage message);
  }

  private final Listener listener;

  LetterTaps(Listener listener) {
    this.listener = listener;
  }

  @Override
  public Tap requests(int node) {
    return new Frames(Request.parser(), message -> open(node, (Request) message));
  }

  @Override
  public Tap answers(int node) {
    return new Frames(Response.parser(), message -> open(node, (Response) message));
  }

  private void open(int node, Request request) {
    if (request.hasTellGroup()) {
      open(node, request.getTellGroup().getLetter());
    }
  }

  private void open(int node, Response response) {
    if (response.hasTold()) {
      open(node, response.getTold().getLetter());
    }
  }

  private void open(int node, GroupLetter letter) {
    MoveWire.letter(letter).messages().forEach(message -> listener.heard(node, message));
  }

  /** Of one side of one connection. */
  private static final class Frames implements Tap {

    private final EmbeddedChannel channel;

    Frames(Parser<? extends MessageLite> parser, Consumer<MessageLite> reader) {
      channel =
          new EmbeddedChannel(
              new FrameDecoder(FrameKind.CLIENT, Integer.MAX_VALUE, parser), new Last(reader));
    }

    @Override
    public void hear(byte[] bytes, int count) {
      channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, count));
    }

    private static final class Last extends ChannelInboundHandlerAdapter {

      private final Consumer<MessageLite> reader;

      Last(Consumer<MessageLite> reader) {
        this.reader = reader;
      }

      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        reader.accept((MessageLite) message);
      }

      @Override
      public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // One side refuses the connection: nothing more comes that is of interest.
      }
    }
  }
}

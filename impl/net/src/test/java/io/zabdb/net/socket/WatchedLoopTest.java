package io.zabdb.net.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No error of an event loop is swallowed. */
@Timeout(60)
class WatchedLoopTest {

  private final BlockingQueue<Error> heard = new LinkedBlockingQueue<>();
  private final EventLoopGroup loops = Loops.create("watched", 1, heard::add);

  @AfterEach
  void stop() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private static void fail(Error error) {
    throw error;
  }

  @Test
  void errorsOfTasksAreHeard() throws Exception {
    Error error = new StackOverflowError("a task");
    loops.next().execute(() -> fail(error));
    assertSame(error, heard.take());
  }

  @Test
  void errorsOfScheduledTasksAreHeard() throws Exception {
    Error once = new NoClassDefFoundError("once");
    loops.next().schedule(() -> fail(once), 1, TimeUnit.MILLISECONDS);
    assertSame(once, heard.take());
    Error called = new NoClassDefFoundError("called");
    loops
        .next()
        .schedule(
            () -> {
              fail(called);
              return 1;
            },
            1,
            TimeUnit.MILLISECONDS);
    assertSame(called, heard.take());
    Error again = new OutOfMemoryError("direct buffer memory");
    loops.next().scheduleWithFixedDelay(() -> fail(again), 1, 1, TimeUnit.MILLISECONDS);
    assertSame(again, heard.take());
    Error rate = new OutOfMemoryError("direct buffer memory");
    loops.next().scheduleAtFixedRate(() -> fail(rate), 1, 1, TimeUnit.MILLISECONDS);
    assertSame(rate, heard.take());
  }

  @Test
  void exceptionsAreNot() throws Exception {
    loops
        .next()
        .submit(
            () -> {
              throw new IllegalStateException("a defect of one task");
            })
        .awaitUninterruptibly();
    loops.next().submit(() -> {}).sync();
    assertEquals(0, heard.size());
  }

  @Test
  void aLoopThatIsEndedByOneOfItsTasksClosesItsChannels() throws Exception {
    endsWithItsChannels(loops);
  }

  @Test
  void aLoopThatIsEndedByOneOfItsTasksClosesItsChannelsWithoutEpoll() throws Exception {
    endsWithItsChannels(NioLoops.create("nio", 1));
  }

  /** Whoever ends a loop when one of its tasks is done mostly does so before the next has begun. */
  private static void endsWithItsChannels(EventLoopGroup loops) throws Exception {
    Channel listening =
        Sockets.listen(
            loops,
            "127.0.0.1",
            0,
            WriteBufferWaterMark.DEFAULT,
            new ChannelInboundHandlerAdapter());
    loops.next().execute(() -> loops.shutdownGracefully(0, 5, TimeUnit.SECONDS));
    loops.terminationFuture().await();
    assertFalse(listening.isOpen());
    assertFalse(listening.isRegistered());
  }
}

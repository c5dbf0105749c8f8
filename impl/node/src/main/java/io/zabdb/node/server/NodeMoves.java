package io.zabdb.node.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.Purpose;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.node.api.Failures;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.config.StorageConfig;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.node.move.BaseFetcher;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.wire.Request;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntFunction;

/** What a node has to move partitions between groups. */
final class NodeMoves implements AutoCloseable {

  /** How long a part of a file is waited for; the limit of silence is longer. */
  private static final long PART_MILLIS = 3_000;

  /** So many parts may wait to be read for other nodes. */
  private static final int MOST_READS = 64;

  private final Worker fetching;
  private final Worker reading;
  private final BaseFetcher fetcher;
  private final GroupPost post;
  private final RequestHandler requests;

  /**
   * @param loop whose steps are those of fetching files
   * @param takers the replicas of this node that take part in moves, by group
   */
  NodeMoves(
      NodeContext context,
      Topology topology,
      NodeLinks links,
      EventLoop loop,
      IntFunction<Optional<MoveTaker>> takers) {
    Workers workers = new ThreadWorkers(threads(context.failures()), "-moves");
    fetching = workers.open("fetch");
    reading = workers.open("ship", MOST_READS);
    StorageConfig storage = context.config().storage();
    MemoryAccount memory = context.budget().account(Purpose.MOVES);
    fetcher =
        new BaseFetcher(
            new NettyLoop(loop),
            SystemClock.INSTANCE,
            fetching,
            context.disk(),
            storage.diskReserve(),
            (node, part) -> links.ask(node, Request.newBuilder().setReadFile(part), PART_MILLIS),
            storage.moveRate(),
            memory);
    post = new GroupCourier(topology, links, takers, fetcher, memory);
    requests = new MoveRequests(topology, takers, fetcher, links, reading);
  }

  private static ThreadFactory threads(Failures failures) {
    ThreadFactory daemons = new DefaultThreadFactory("zabdb-moves", true);
    return task -> {
      Thread thread = daemons.newThread(task);
      thread.setUncaughtExceptionHandler(
          (where, cause) -> failures.fatal(Failures.WHOLE_NODE, cause));
      return thread;
    };
  }

  /** Reaches other groups. */
  GroupPost post() {
    return post;
  }

  /** Takes what they ask. */
  RequestHandler requests() {
    return requests;
  }

  /** Gives up what is being fetched, and waits for the disk; before the replicas are closed. */
  @Override
  public void close() {
    fetcher.stop();
    fetching.close();
    reading.close();
  }
}

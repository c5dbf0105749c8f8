package io.zabdb.node.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.Purpose;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.node.api.DiskRoom;
import io.zabdb.node.api.Failures;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.config.StorageConfig;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.node.metrics.Tails;
import io.zabdb.node.move.BaseFetcher;
import io.zabdb.node.move.MoveTraffic;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.wire.Request;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What a node has to move partitions between groups. Thread-safe. */
public final class NodeMoves implements AutoCloseable {

  /** How long a part of a file is waited for; the limit of silence is longer. */
  private static final long PART_MILLIS = 3_000;

  /** So many parts may wait to be read for other nodes. */
  private static final int MOST_READS = 64;

  private final Worker fetching;
  private final Worker reading;
  private final MoveTraffic traffic;
  private final BaseFetcher fetcher;
  private final GroupPost post;
  private final RequestHandler requests;

  /**
   * What it needs of its node.
   *
   * @param loop whose steps are those of fetching files
   * @param workers make those that wait for the disk
   * @param room on the disk
   * @param reserve what the disk must have beside files that come, in bytes
   * @param rate at which files come and go at most, all together, in bytes a second
   * @param tails of what clients have waited for since they were asked for last
   * @param memory on which letters and parts of files draw
   */
  public record Tools(
      Loop loop,
      Clock clock,
      Workers workers,
      DiskRoom room,
      long reserve,
      long rate,
      Supplier<Tails> tails,
      MemoryAccount memory) {}

  /**
   * @param takers the replicas of this node that take part in moves, by group
   */
  public NodeMoves(
      Topology topology, NodeLinks links, IntFunction<Optional<MoveTaker>> takers, Tools tools) {
    fetching = tools.workers().open("fetch");
    reading = tools.workers().open("ship", MOST_READS);
    traffic = new MoveTraffic(tools.loop(), tools.clock(), tools.rate(), tools.tails());
    fetcher =
        new BaseFetcher(
            tools.loop(),
            tools.clock(),
            fetching,
            tools.room(),
            tools.reserve(),
            (node, part) -> links.ask(node, Request.newBuilder().setReadFile(part), PART_MILLIS),
            traffic,
            tools.memory());
    post = new GroupCourier(topology, links, takers, fetcher, tools.memory());
    requests = new MoveRequests(topology, takers, fetcher, links, traffic, reading);
    traffic.begin();
  }

  /** Those of a node of the product. */
  static NodeMoves open(
      NodeContext context,
      Topology topology,
      NodeLinks links,
      EventLoop loop,
      IntFunction<Optional<MoveTaker>> takers) {
    StorageConfig storage = context.config().storage();
    NodeMoves moves =
        new NodeMoves(
            topology,
            links,
            takers,
            new Tools(
                new NettyLoop(loop),
                SystemClock.INSTANCE,
                new ThreadWorkers(threads(context.failures()), "-moves"),
                context.disk(),
                storage.diskReserve(),
                storage.moveRate(),
                context.metrics().foreground()::lately,
                context.budget().account(Purpose.MOVES)));
    context
        .metrics()
        .gauge(
            "zabdb.move.rate.bytes",
            "Files of partitions that may come or go, bytes a second, as clients allow",
            moves.traffic::rate);
    return moves;
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
  public GroupPost post() {
    return post;
  }

  /** Takes what they ask. */
  public RequestHandler requests() {
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

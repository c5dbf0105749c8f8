package io.zabdb.node.replica;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Refusal;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.net.socket.Loops;
import io.zabdb.node.files.FolderDisk;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.peer.CheckpointSource;
import io.zabdb.peer.PeerSettings;
import io.zabdb.replica.KnownVoters;
import io.zabdb.replica.PointCallback;
import io.zabdb.replica.ReadCallback;
import io.zabdb.replica.ReplicaContext;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.replica.UpdateRequest;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.settings.Founding;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.engine.SessionMemory;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.PressureLevels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The replicas of one group in this process, each with files of its own. */
final class LocalCluster implements AutoCloseable {

  static final String PARTITION = "p0";
  private static final UUID CLUSTER = new UUID(1, 2);
  private static final long PATIENCE_SECONDS = 120;
  private static final long LOOK_NANOS = 500_000;

  private final Path directory;
  private final int members;
  private final long checkpointBytes;
  private final Durability durability;
  private final IntFunction<ReplicaDisk> disks;
  private EventLoopGroup loops;
  private SocketNetwork sockets;
  private final Set<Integer> paused = ConcurrentHashMap.newKeySet();
  private final Map<Integer, EventLoop> loopsOfMembers = new HashMap<>();
  private final LocalNetwork network;
  private final NodeMetrics metrics = new NodeMetrics();
  private final Map<Integer, ReplicaDriver> running = new ConcurrentHashMap<>();
  private final Map<Integer, NodeHealth> healths = new ConcurrentHashMap<>();
  private final Map<Integer, Throwable> failures = new HashMap<>();
  private final Map<Integer, Integer> crashes = new HashMap<>();
  private final Map<Integer, List<Long>> rosters = new ConcurrentHashMap<>();
  private final AtomicLong incarnations = new AtomicLong();
  private final AtomicLong seq = new AtomicLong();
  private PressureLevels levels = new PressureLevels(1, 1, 1L << 40, 1_000);
  private MemoryBudget budget = MemoryBudget.of(256 << 20, 0, 0);
  private TransferSettings transfer = TransferSettings.DEFAULT;
  private ScrubSettings scrub = ScrubSettings.OFF;
  private Duration flushInterval = Duration.ofMillis(20);
  private GroupPost post = GroupPost.NONE;
  private boolean hasFiles;

  LocalCluster(Path directory, int members, long checkpointBytes, Durability durability) {
    this(directory, members, checkpointBytes, durability, member -> folder(directory, member));
  }

  LocalCluster(
      Path directory,
      int members,
      long checkpointBytes,
      Durability durability,
      IntFunction<ReplicaDisk> disks) {
    this.disks = disks;
    this.directory = directory;
    this.members = members;
    this.checkpointBytes = checkpointBytes;
    this.durability = durability;
    loops = new MultiThreadIoEventLoopGroup(2, LocalIoHandler.newFactory());
    network = new LocalNetwork(directory.resolve("incoming"));
  }

  /** A member's own folder. */
  static ReplicaDisk folder(Path directory, int member) {
    return new FolderDisk(
        directory.resolve("member-" + member), RocksOptions.TINY, SessionMemory.MAX);
  }

  LocalNetwork network() {
    return network;
  }

  /** Members started from now on draw on this budget, each. */
  void budget(MemoryBudget each) {
    budget = each;
  }

  /** By which members started from now on reach others, and ask them who lacks files. */
  void post(GroupPost each) {
    post = each;
    hasFiles = true;
  }

  /** What a member suffers from; the same over its starts. */
  NodeHealth health(int member) {
    return healths.computeIfAbsent(member, any -> new NodeHealth());
  }

  /** Instead of the network within the process, from the next start of a member on. */
  void useSockets(PeerSettings settings) throws IOException {
    loops = Loops.create("local", members);
    sockets = new SocketNetwork(settings, members, directory.resolve("incoming"), budget);
  }

  private PeerPort attach(
      int member, EventLoop loop, CheckpointSource checkpoints, PeerListener listener) {
    return sockets == null
        ? network.attach(member, loop, checkpoints, listener)
        : sockets.attach(member, loop, checkpoints, listener);
  }

  /**
   * The thread of a member stands still, as if its process were stopped, and it is not asked any
   * more for a leader.
   *
   * @return lets it go on
   */
  Runnable pause(int member) {
    CountDownLatch until = new CountDownLatch(1);
    paused.add(member);
    loopsOfMembers
        .get(member)
        .execute(
            () -> {
              try {
                until.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    return () -> {
      until.countDown();
      paused.remove(member);
    };
  }

  void startAll() throws IOException {
    for (int member = 0; member < members; member++) {
      start(member);
    }
  }

  void stopAll() throws IOException {
    for (int member = 0; member < members; member++) {
      stop(member);
    }
  }

  void start(int member) throws IOException {
    var loop = loops.next();
    loopsOfMembers.put(member, loop);
    ReplicaSettings settings =
        new ReplicaSettings(
            new Settings(
                member,
                members,
                members,
                incarnations.incrementAndGet(),
                Settings.Timing.DEFAULT,
                Settings.Limits.DEFAULT,
                transfer,
                0,
                true,
                hasFiles),
            new LogIdentity(CLUSTER, 0, member),
            new LogSettings(1 << 20, 1 << 16, 1 << 16, 2),
            new Founding(
                List.of(new PartitionId(PARTITION, TokenRange.ALL)), List.of(Family.of("f"))),
            durability,
            flushInterval,
            Duration.ofMillis(10),
            checkpointBytes,
            levels,
            0,
            2,
            scrub,
            ReplicaMemory.of(budget, 1),
            MoveBounds.DEFAULT);
    ReplicaDisk disk = disks.apply(member);
    running.put(
        member,
        ReplicaDriver.start(
            settings,
            disk,
            listener -> attach(member, loop, (CheckpointSource) disk.checkpoints(), listener),
            new ReplicaContext(
                new NettyLoop(loop),
                SystemClock.INSTANCE,
                new ThreadWorkers(Thread::new, "-0"),
                new Events(member),
                health(member),
                arbiter(member),
                ReplicaTrace.NONE,
                metrics.group(0),
                post)));
  }

  private NodeArbiter arbiter(int member) {
    List<Integer> nodes = IntStream.range(0, members).boxed().toList();
    return new NodeArbiter(
        member, Map.of(0, nodes), levels.heavyBytes(), Duration.ZERO, System::nanoTime);
  }

  /** With periodic durability, from the next start of a member on. */
  void flushEvery(Duration interval) {
    flushInterval = interval;
  }

  /** From the next start of a member on. */
  void scrub(long rate, Duration interval) {
    scrub = new ScrubSettings(rate, interval);
  }

  /** From the next start of a member on, compactions are heavy at so many bytes, or files. */
  void compactionsAreHeavyFrom(long bytes, int files, TransferPolicy policy) {
    levels = new PressureLevels(10, 6, bytes, files);
    transfer = new TransferSettings(policy, true, 10, 6, 2, 1_024, 20, 50);
  }

  void stop(int member) throws IOException {
    close(running.remove(member));
  }

  private static void close(ReplicaDriver driver) throws IOException {
    driver.stop().join();
    driver.close();
  }

  /** Ends the process of a member whose disk is gone: that what it wants to write fails is fine. */
  void crash(int member) {
    synchronized (failures) {
      crashes.merge(member, 1, Integer::sum);
      failures.remove(member);
    }
    ReplicaDriver driver = running.remove(member);
    try {
      close(driver);
    } catch (IOException | RuntimeException e) {
      // Its process would have ended in the midst of that.
      return;
    }
  }

  ReplicaDriver member(int member) {
    return running.get(member);
  }

  /** The versions of the rosters that a member has told since its start. */
  List<Long> rosters(int member) {
    return rosters.get(member);
  }

  /** How often leadership was handed over, as the metrics say. */
  double handovers() {
    return count("zabdb_transfers_total{");
  }

  /** How often a member has taken a checkpoint over, as the metrics say. */
  double installed() {
    return count("zabdb_checkpoints_installed_total{");
  }

  private double count(String metric) {
    return metrics
        .scrape()
        .lines()
        .filter(line -> line.startsWith(metric))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  Map<Integer, Throwable> failures() {
    synchronized (failures) {
      return Map.copyOf(failures);
    }
  }

  ReplicaStatus status(int member) {
    return running.get(member).status().join();
  }

  /** Waits for a leader with a quorum. */
  int awaitLeader() {
    await("a leader", () -> leader() >= 0);
    return leader();
  }

  /** Any that thinks it leads, or -1. */
  int leader() {
    return running.keySet().stream()
        .filter(member -> !paused.contains(member))
        .filter(member -> status(member).leads())
        .findFirst()
        .orElse(-1);
  }

  /** Waits until all that run have applied what the leader has. */
  void awaitEqual() {
    await(
        "replicas that are equal",
        () -> {
          int leader = leader();
          return leader >= 0
              && running.keySet().stream()
                  .allMatch(member -> status(member).applied() == status(leader).logLength());
        });
  }

  void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline || !failures().isEmpty()) {
        throw new AssertionError("no " + what + "; failures: " + failures() + "; " + statuses());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private String statuses() {
    return running.keySet().stream().map(member -> describe(member)).toList().toString();
  }

  private String describe(int member) {
    try {
      return status(member).toString();
    } catch (CompletionException e) {
      return "member " + member + ": " + e.getMessage();
    }
  }

  /** A put that is tried again, at whoever leads, until it is answered. */
  void put(String row, String value) {
    long number = seq.incrementAndGet();
    await(
        "an answer",
        () -> {
          int leader = leader();
          return leader >= 0 && update(leader, 7, number, row, value).join() instanceof Result;
        });
  }

  /** The result, or a word that says why there is none. */
  CompletableFuture<Object> update(
      int member, long session, long number, String row, String value) {
    Action action =
        new Action.Mutate(
            new RowMutation(
                Bytes.of(row),
                List.of(new Change.Put(new Column("f", Bytes.of("q")), Bytes.of(value)))));
    return update(
        member, session, number, CommandCodec.encode(new Command(PARTITION, 1_000, action)));
  }

  CompletableFuture<Object> update(int member, long session, long number, byte[] payload) {
    Outcome answer = new Outcome();
    ReplicaDriver driver = running.get(member);
    if (driver == null) {
      return CompletableFuture.completedFuture("does not run");
    }
    boolean isNothing = payload.length == 0;
    driver.update(
        new UpdateRequest(
            isNothing ? "" : PARTITION,
            isNothing ? List.of() : List.of(0L),
            session,
            number,
            payload,
            answer));
    return answer;
  }

  /** Has members leave, which a member is asked for; see {@link Outcome} for what it answers. */
  CompletableFuture<Object> remove(int asked, long members) {
    Outcome answer = new Outcome();
    running.get(asked).changeMembers(0, members, answer);
    return answer;
  }

  /** What becomes of a request: its result, or why there is none. */
  private static final class Outcome extends CompletableFuture<Object> implements UpdateCallback {
    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public void abandoned() {
      throw new AssertionError("nobody waits for too long");
    }

    @Override
    public void answered(Result result, long index) {
      complete(result);
    }

    @Override
    public void refusedWhenApplied() {
      complete("refused when applied");
    }

    @Override
    public void forgotten(boolean isSessionKnown) {
      complete("forgotten");
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      complete(refusal);
    }

    @Override
    public void notAdmitted(String why) {
      complete(why);
    }

    @Override
    public void apart(String why) {
      complete(why);
    }

    @Override
    public void unknown() {
      complete("unknown");
    }

    @Override
    public void diskFull() {
      complete("disk full");
    }
  }

  /** A linearizable read at whoever leads. */
  String get(String row) {
    while (true) {
      Object answer = read(awaitLeader(), row, false).join();
      if (!(answer instanceof Refusal)) {
        return (String) answer;
      }
    }
  }

  /** The value, or a refusal. */
  CompletableFuture<Object> read(int member, String row, boolean stale) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    ReadCallback callback = reading(row, answer);
    if (stale) {
      running.get(member).reads().stale(callback);
    } else {
      running.get(member).reads().linearizable(callback);
    }
    return answer;
  }

  /** How much of the log a linearizable read must see, or a refusal. */
  CompletableFuture<Object> point(int member) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    running
        .get(member)
        .reads()
        .point(
            new PointCallback() {
              @Override
              public void point(long length) {
                answer.complete(length);
              }

              @Override
              public void refused(Refusal refusal, int leader) {
                answer.complete(refusal);
              }
            });
    return answer;
  }

  /** The value, once a member has applied so much, or a refusal. */
  CompletableFuture<Object> readBehind(int member, String row, long point) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    running.get(member).reads().behind(point, List.of(reading(row, answer)));
    return answer;
  }

  private static ReadCallback reading(String row, CompletableFuture<Object> answer) {
    return new ReadCallback() {
      @Override
      public boolean isLong() {
        return row.startsWith("long");
      }

      @Override
      public void read(Snapshot snapshot) {
        List<Cell> cells = snapshot.get(PARTITION, Bytes.of(row), "f", Bytes.of("q"), 1);
        answer.complete(cells.isEmpty() ? "none" : cells.get(0).value().toString());
      }

      @Override
      public void refused(Refusal refusal, int leader) {
        answer.complete(refusal);
      }

      @Override
      public void failed(RuntimeException cause) {
        answer.completeExceptionally(cause);
      }
    };
  }

  /** The hash of a member's state after exactly so many entries; "passed" if it has passed them. */
  CompletableFuture<String> hashAt(int member, long length) {
    CompletableFuture<String> hash = new CompletableFuture<>();
    boolean accepted =
        running
            .get(member)
            .visitStateAt(
                length, snapshot -> hash.complete(snapshot.hash()), hash::completeExceptionally);
    if (!accepted) {
      hash.complete("passed");
    }
    return hash;
  }

  Zxid applied(int member) {
    return status(member).appliedZxid();
  }

  @Override
  public void close() throws IOException {
    for (ReplicaDriver driver : running.values()) {
      close(driver);
    }
    metrics.close();
    if (sockets != null) {
      sockets.close();
    }
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Events implements ReplicaEvents {

    private final int member;
    private final int crashesBefore;

    Events(int member) {
      this.member = member;
      crashesBefore = crashes.getOrDefault(member, 0);
      rosters.put(member, new CopyOnWriteArrayList<>());
    }

    @Override
    public void leaderChanged(int group, int leader, long epoch) {}

    @Override
    public void votersChanged(int group, KnownVoters voters) {
      rosters.get(member).add(voters.roster());
    }

    @Override
    public void partitionsChanged(int group, TableState table) {}

    @Override
    public void groupEnded(int group) {}

    @Override
    public void removed(int group) {}

    /** What a member says that has been crashed is too late. */
    @Override
    public void failed(int group, Throwable cause) {
      synchronized (failures) {
        if (crashesBefore == crashes.getOrDefault(member, 0)) {
          failures.put(member, cause);
        }
      }
    }
  }
}

package io.zabdb.node.replica;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.log.LogPosition;
import io.zabdb.log.LogVerification;
import io.zabdb.log.SyncListener;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.ReadCallback;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.TransferWish;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.health.SyncWatch;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.Pressure;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the core of one replica with a log, a store and a network. An event loop owns the core: it
 * gives it one input at a time and carries out what comes back, in order. Whatever waits for a disk
 * has a thread of its own: the log's syncs, the application of entries, reads, checkpoints,
 * compactions. What one turn of the loop produces is handed over, and sent, together.
 *
 * <p>Public methods may be called from any thread.
 *
 * <p>Source: DESIGN, sections 1 and 6; what a driver must do is in docs/protocol.md.
 */
public final class ReplicaDriver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaDriver.class);

  /** After a pause of the process, time does not catch up at once: messages are read first. */
  private static final int MOST_TICKS_AT_ONCE = 2;

  /** A slow disk of this replica must not hold up the others. */
  private static final long MOST_HELD_MICROS = 1_000;

  private static final long PRESSURE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private record Asked(String partition, UpdateCallback update, ReadCallback read, long since) {}

  private final ReplicaSettings settings;
  private final EventLoop loop;
  private final ReplicaEvents events;
  private final ReplicaTrace trace;
  private final ReplicaMetrics metrics;
  private final OpenedReplica opened;
  private final LogWriter log;
  private final DamageWatch damage;
  private final Readers readers;
  private final Applier applier;
  private final Checkpointer checkpointer;
  private final ThreadPoolExecutor rereading;
  private final Compactor compactor;
  private final Scrubber scrubber;
  private final CompactionGovernor governor;
  private final FlushPace flushPace;
  private final EventLog eventLog;
  private final ReplicaPressure nodePressure;
  private final ReplicaHealth health;
  private final StepAside stepAside;
  private final SyncWatch syncWatch;
  private final CompactionJournal compactions;
  private final TransferJournal journal;
  private final RosterJournal rosters;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  // Written by the thread that applies, read by the event loop.
  private volatile long bytesApplied;

  // Written by the event loop, read by the thread that applies.
  private volatile boolean isFeedBehind;

  // Of the event loop.
  private PeerPort port;
  private Replica replica;
  private final Map<Long, Asked> asked = new HashMap<>();
  private long lastToken;
  private final ArrayDeque<Input> postponed = new ArrayDeque<>();
  private final ArrayDeque<Output> outputs = new ArrayDeque<>();

  /** The core waits for the disk, so that a cut is durable before it hears of anything else. */
  private boolean suspended;

  private boolean finishing;
  private ScheduledFuture<?> releasing;
  private boolean overdue;
  private boolean over;
  private long deliverable;
  private HistoryWindow window;
  private RoomGate gate;
  private LogPurge logPurge;
  private ApplyFeed feed;
  private List<Answers.Answer> answers = new ArrayList<>();
  private List<Applier.Reads> reads = new ArrayList<>();
  private ScheduledFuture<?> ticking;
  private ScheduledFuture<?> flushing;
  private long lastTick;
  private long lastSample;
  private Pressure sample = Pressure.NONE;
  private int pressure;
  private long size;

  private ReplicaDriver(
      ReplicaSettings settings,
      EventLoop loop,
      ReplicaEvents events,
      NodeHealth health,
      NodeArbiter arbiter,
      ReplicaTrace trace,
      ReplicaMetrics metrics,
      ReplicaDisk disk,
      OpenedReplica opened,
      ThreadFactory threads) {
    this.settings = settings;
    this.loop = loop;
    this.events = events;
    this.trace = trace;
    this.metrics = metrics;
    this.opened = opened;
    TransferSettings transfer = settings.core().transfer();
    syncWatch = new SyncWatch(health, settings.group(), transfer.threshold(), System::nanoTime);
    log =
        new LogWriter(
            opened.log(),
            settings.durability(),
            new Synced(),
            this::onLoop,
            this::fail,
            new ThreadWorkers(threads, "-" + settings.group()),
            SystemClock.INSTANCE,
            (nanos, action) -> loop.schedule(action, nanos, TimeUnit.NANOSECONDS));
    damage = new DamageWatch(health, settings.group(), disk);
    readers = new Readers(opened.store(), damage, named(threads, "read"));
    checkpointer =
        new Checkpointer(
            opened.store(),
            opened.checkpoints(),
            settings.checkpointBytes(),
            opened.newest(),
            checkpoint -> onLoop(() -> purge(checkpoint)),
            named(threads, "checkpoint"));
    applier =
        new Applier(
            opened.store(),
            readers,
            this::applied,
            this::onLoop,
            this::fail,
            settings.memory().applyQueue(),
            named(threads, "apply"));
    rereading =
        new ThreadPoolExecutor(
            1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(threads, "reread"));
    rereading.allowCoreThreadTimeOut(true);
    compactor = new Compactor(opened.store(), settings.stepRate(), named(threads, "compact"));
    scrubber =
        new Scrubber(
            List.of(Scrubbed.of(opened.store(), damage), Scrubbed.of(opened.log(), damage)),
            settings.scrub(),
            named(threads, "scrub"),
            System::nanoTime,
            System::currentTimeMillis);
    eventLog =
        new EventLog(settings.group(), settings.core().incarnation(), System::currentTimeMillis);
    this.health =
        ReplicaHealth.of(
            health, settings.group(), eventLog, () -> loop.execute(guarded(this::heedHealth)));
    rosters = new RosterJournal(eventLog, settings.group(), settings.core().members());
    compactions =
        new CompactionJournal(
            eventLog, transfer.threshold(), () -> sample.dueBytes(), System::nanoTime);
    journal =
        new TransferJournal(trace, eventLog, compactions, metrics, transfer, System::nanoTime);
    stepAside = new StepAside(transfer, settings.tick());
    flushPace = new FlushPace(settings.flushPace(), System.nanoTime());
    governor = new CompactionGovernor(transfer, compactor::switchTo);
    nodePressure =
        new ReplicaPressure(
            settings.group(),
            transfer,
            settings.levels(),
            this.health,
            governor,
            arbiter,
            new Pressed());
    if (!opened.damage().isEmpty()) {
      damage.storeIsDamaged(opened.damage());
    }
  }

  /**
   * Opens the replica's files and starts it.
   *
   * @param disk where they are
   * @param loop owns the core and the connections of the replica
   * @param connect makes the replica's network, given who hears of it; called on the loop
   * @param health what the node suffers from
   * @param arbiter decides for all replicas of the node when it compacts
   * @param threads makes the threads that wait for disks
   * @throws io.zabdb.log.CorruptLogException if the log is damaged
   * @throws io.zabdb.storage.data.StorageException if the store is damaged or does not fit the log
   */
  public static ReplicaDriver start(
      ReplicaSettings settings,
      ReplicaDisk disk,
      EventLoop loop,
      Function<PeerListener, PeerPort> connect,
      ReplicaEvents events,
      NodeHealth health,
      NodeArbiter arbiter,
      ReplicaTrace trace,
      ReplicaMetrics metrics,
      ThreadFactory threads)
      throws IOException {
    OpenedReplica opened = OpenedReplica.open(settings, disk);
    ReplicaDriver driver =
        new ReplicaDriver(
            settings, loop, events, health, arbiter, trace, metrics, disk, opened, threads);
    driver.onLoop(() -> driver.begin(connect));
    return driver;
  }

  /** Tools of the system show the first 15 characters of a thread's name. */
  private ThreadFactory named(ThreadFactory threads, String purpose) {
    return task -> {
      Thread thread = threads.newThread(task);
      thread.setName(purpose + "-" + settings.group());
      return thread;
    };
  }

  /** By the thread that applies. */
  private void applied(int entries, long bytes) {
    metrics.applied(entries);
    checkpointer.applied(bytes);
    bytesApplied += bytes;
    if (isFeedBehind) {
      onLoop(this::finishTurn);
    }
  }

  private void begin(Function<PeerListener, PeerPort> connect) {
    replica =
        new Replica(settings.core(), opened.recovered(), Guards.STANDARD, journal, outputs::add);
    window = new HistoryWindow(replica, opened.log().reader(), damage, settings.memory());
    feed =
        new ApplyFeed(
            applier,
            settings.memory().applyBytes(),
            window,
            rereading,
            this::onLoop,
            this::finishTurn,
            this::fail);
    gate = new RoomGate(log, settings.memory().historyBytes());
    port = connect.apply(new Heard());
    logPurge = new LogPurge(log::purge, port::oldestNeeded, health::isShortOfRoom);
    trace.flush();
    rosters.began(replica.state().roster());
    if (opened.isStoreSetAside()) {
      rosters.storeSetAside();
    }
    carryOut();
    lastTick = System.nanoTime();
    long tick = settings.tick().toNanos();
    ticking = loop.scheduleWithFixedDelay(guarded(this::tick), tick, tick, TimeUnit.NANOSECONDS);
    if (settings.durability() == Durability.PERIODIC) {
      long interval = settings.flushInterval().toNanos();
      flushing =
          loop.scheduleWithFixedDelay(log::syncSoon, interval, interval, TimeUnit.NANOSECONDS);
    }
  }

  // -- clients

  /**
   * Asks for an update.
   *
   * @param partition its name; empty for an empty payload
   * @param payload an encoded {@link io.zabdb.storage.command.Command}, or empty
   */
  public void update(
      String partition, long session, long seq, byte[] payload, UpdateCallback callback) {
    onLoop(
        () -> {
          if (over || gate.isShut()) {
            callback.refused(Refusal.NOT_LEADER, -1);
          } else if (callback.isAbandoned()) {
            callback.abandoned();
          } else if (isWithoutRoom() && replica.transferView().leads()) {
            refuseForWantOfRoom(callback);
          } else if (replica.transferView().leads() && feed.lags()) {
            callback.refused(Refusal.OVERLOADED, -1);
          } else {
            long token = ++lastToken;
            asked.put(token, new Asked(partition, callback, null, System.nanoTime()));
            step(new Input.ClientRequest(token, session, seq, payload));
          }
        });
  }

  private boolean isWithoutRoom() {
    return log.isDiskFull() || applier.isStalled() || health.isShortOfRoom();
  }

  /** Leadership is about to move to a member that has room, if there is one. */
  private void refuseForWantOfRoom(UpdateCallback callback) {
    if (stepAside.isAnotherFit(replica.transferView())) {
      callback.refused(Refusal.OVERLOADED, -1);
    } else {
      callback.diskFull();
    }
  }

  /** Asks for a linearizable read. */
  public void read(ReadCallback callback) {
    onLoop(
        () -> {
          if (over || gate.isShut()) {
            callback.refused(Refusal.NOT_LEADER, -1);
          } else {
            long token = ++lastToken;
            asked.put(token, new Asked("", null, callback, 0));
            step(new Input.ClientRead(token));
          }
        });
  }

  /** Reads what this replica has applied, which may be old. */
  public void staleRead(ReadCallback callback) {
    readers.submit(List.of(callback));
  }

  // -- operators

  /** Which group this is a replica of. */
  public int group() {
    return settings.group();
  }

  /** The applied time of the state, in milliseconds since 1970; 0: none yet. */
  public long appliedTime() {
    return applier.applied().time();
  }

  /** How the replica is; fails if it has ended. */
  public CompletableFuture<ReplicaStatus> status() {
    return ask(this::describe);
  }

  private <T> CompletableFuture<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    onLoop(
        () -> {
          if (over) {
            answer.completeExceptionally(new IllegalStateException("the replica has ended"));
          } else {
            try {
              answer.complete(question.get());
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
              throw e;
            }
          }
        });
    return answer;
  }

  /**
   * Asks for leadership to be moved; nothing happens if this replica does not lead, or if nobody is
   * fit to take over.
   *
   * @param target a member, or -1 for any
   * @param why for people who read of it in the events
   * @return fails if the replica has ended
   */
  public CompletableFuture<TransferWish> transfer(int target, String why) {
    return ask(
        () -> {
          TransferView view = replica.transferView();
          if (!view.leads()) {
            return new TransferWish(false, knownLeader());
          }
          journal.wished(why);
          step(new Input.TransferRequested(target));
          return new TransferWish(!view.leads() || view.target() >= 0, view.self());
        });
  }

  private int knownLeader() {
    StateView state = replica.state();
    return state.phase() == Phase.BROADCAST ? state.leader() : -1;
  }

  /**
   * When this replica leads, it chooses its successors like this from now on, until it ends.
   *
   * @return done once it is so; fails if the replica has ended
   */
  public CompletableFuture<Void> changePolicy(TransferPolicy policy) {
    return ask(
        () -> {
          journal.policyChanged(policy);
          step(new Input.PolicyChanged(policy));
          return null;
        });
  }

  /** What has happened in the group as this replica saw it. */
  public EventLog events() {
    return eventLog;
  }

  /**
   * Compacts the whole store.
   *
   * @param done is told once, by any thread; empty if it succeeded
   */
  public void compact(Consumer<Optional<RuntimeException>> done) {
    long since = System.nanoTime();
    eventLog.add(Kind.COMPACTION_BEGAN, -1, 0, 0, "of everything, an operator's request");
    compactor.compactAll(
        failure -> {
          failure.ifPresent(cause -> foundDamage("a compaction", cause));
          String how = failure.isPresent() ? "of everything, failed" : "of everything";
          eventLog.add(Kind.COMPACTION_ENDED, -1, System.nanoTime() - since, 0, how);
          done.accept(failure);
        });
  }

  private void foundDamage(String who, Throwable cause) {
    if (cause instanceof StorageException failure) {
      damage.met(who, failure);
    }
  }

  /**
   * Shows the state in which exactly so many entries are applied to {@code visitor}, in a thread
   * that may take its time.
   *
   * @param failed hears of it instead if the state cannot be read
   * @return false if more are applied already
   */
  public boolean visitStateAt(
      long length,
      Consumer<Snapshot> visitor,
      Consumer<RuntimeException> failed,
      Consumer<Runnable> executor) {
    return applier.stopAt(length, snapshot -> lend(snapshot, visitor, failed, executor));
  }

  private void lend(
      Snapshot snapshot,
      Consumer<Snapshot> visitor,
      Consumer<RuntimeException> failed,
      Consumer<Runnable> executor) {
    try {
      executor.accept(
          () -> {
            try {
              visitor.accept(snapshot);
            } catch (RuntimeException e) {
              foundDamage("a check", e);
              failed.accept(e);
            } finally {
              opened.store().giveBack(snapshot);
            }
          });
    } catch (RejectedExecutionException e) {
      opened.store().giveBack(snapshot);
      failed.accept(e);
    }
  }

  /**
   * What was found in the files of a replica.
   *
   * @param logEntries that were read
   * @param bytes that were read
   * @param damage in sentences; empty: none
   */
  public record Verification(long logEntries, long bytes, List<String> damage) {}

  /**
   * Reads all files of log and store and checks their checksums. Takes long; the replica goes on
   * meanwhile.
   */
  public Verification verifyFiles() {
    List<String> problems = new ArrayList<>();
    long entries = 0;
    long bytes = 0;
    try {
      LogVerification found = opened.log().verify();
      entries = found.entries();
      bytes = found.bytes();
    } catch (IOException e) {
      damage.logIsDamaged(e.getMessage());
      problems.add(e.getMessage());
    }
    try {
      bytes += opened.store().whileNotReplaced(StorageEngine::verify);
    } catch (StorageException e) {
      damage.met("a check", e);
      problems.add(e.getMessage());
    }
    return new Verification(entries, bytes, problems);
  }

  private ReplicaStatus describe() {
    StateView state = replica.state();
    boolean leads = replica.transferView().leads();
    int members = settings.core().members();
    return new ReplicaStatus(
        settings.group(),
        state.self(),
        state.role(),
        state.phase(),
        knownLeader(),
        state.currentEpoch(),
        state.historyLength(),
        state.synced(),
        state.lastCommitted(),
        applier.applied().length(),
        state.checkpoint(),
        applier.applied().zxid(),
        pressure,
        isCompacting(),
        size(),
        leads ? LongStream.range(0, members).map(m -> lag((int) m)).boxed().toList() : List.of(),
        settings.durability(),
        log.isDiskFull() || applier.isStalled(),
        !state.roster().counts(state.self(), state.disk()),
        journal.policy(),
        opened.store().engine().sessions(),
        eventLog.lastTransfer(),
        scrubber.progress());
  }

  private boolean isCompacting() {
    return sample.running() > 0 || compactor.isRunning();
  }

  private long lag(int member) {
    StateView state = replica.state();
    boolean follows = Members.contains(state.ackLeader(), member);
    return follows ? state.historyLength() - state.acked(member) : Long.MAX_VALUE;
  }

  /** While the store is being replaced, the event loop must not wait for it. */
  private long size() {
    if (!suspended) {
      size = measure();
    }
    return size;
  }

  private long measure() {
    return opened
        .store()
        .read(
            snapshot ->
                snapshot.partitions().stream()
                    .mapToLong(
                        partition -> opened.store().engine().size(partition.name(), TokenRange.ALL))
                    .sum());
  }

  // -- the event loop

  private void onLoop(Runnable action) {
    if (loop.inEventLoop()) {
      guarded(action).run();
    } else {
      loop.execute(guarded(action));
    }
  }

  private Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    };
  }

  private void tick() {
    long now = System.nanoTime();
    long ticks = (now - lastTick) / settings.tick().toNanos();
    lastTick = ticks > MOST_TICKS_AT_ONCE ? now : lastTick + ticks * settings.tick().toNanos();
    if (suspended) {
      // The core knows no time while it waits: its disk is slow, and not its leader.
      showLife();
    }
    for (long i = 0; i < Math.min(ticks, MOST_TICKS_AT_ONCE) && !suspended; i++) {
      step(new Input.Tick());
    }
    writeLog();
    reopen();
    if (now - lastSample >= PRESSURE_INTERVAL_NANOS && !suspended && !over) {
      lastSample = now;
      compactor.sample(pressure -> onLoop(() -> sampled(pressure)));
    }
  }

  /** A follower whose disk does not keep up takes so much and no more. */
  private void append(Entry entry) {
    log.append(entry);
    if (gate.shuts(replica.transferView().leads())) {
      LOG.debug("Group {}: nothing is taken until the log is written", settings.group());
      suspend();
    }
  }

  private void reopen() {
    try {
      if (!over && gate.opens()) {
        resume();
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  /** Whom the replica follows, or who follows it, must not take it for dead meanwhile. */
  private void showLife() {
    StateView state = replica.state();
    boolean leads = state.role() == Datagram.Role.LEADING;
    for (int member = 0; member < state.members() && !over; member++) {
      if (member != state.self() && (leads || member == state.leader())) {
        port.notify(member, replica.introduction());
      }
    }
    port.flush();
  }

  private void writeLog() {
    try {
      if (!suspended && !over) {
        log.write();
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void sampled(Pressure found) {
    if (suspended || over) {
      return;
    }
    sample = found;
    logPurge.look();
    boolean waitsForRoom = log.isDiskFull() || applier.isStalled();
    health.waitsForRoom(waitsForRoom);
    compactions.sampled(sample, waitsForRoom);
    boolean leads = replica.state().role() == Datagram.Role.LEADING;
    pressure =
        nodePressure.sampled(sample, leads, journal.policy(), isInSync(), replica.transferView());
    long pace = flushPace.measured(bytesApplied, System.nanoTime());
    compactor.paceFlushes(governor.isPermitted() ? 0 : pace);
    scrubber.go(isCompacting() || pressure >= settings.core().transfer().threshold());
    heedHealth();
  }

  /** Who is not fit hands over, and gives up where that takes too long. */
  private void heedHealth() {
    if (replica == null) {
      return;
    }
    step(new Input.FitnessChanged(health.isFit()));
    if (stepAside.isDue(replica.transferView(), System.nanoTime())) {
      LOG.warn("Group {}: gives leadership up: it is not fit, others are", settings.group());
      step(new Input.StepDownRequested());
    }
  }

  /** As much as a follower may lack that takes over. */
  private boolean isInSync() {
    StateView state = replica.state();
    long unsynced = state.historyLength() - state.synced();
    long unapplied = deliverable - applier.applied().length();
    return Math.max(unsynced, unapplied) <= settings.core().transfer().maxLag();
  }

  private void step(Input input) {
    if (over) {
      return;
    }
    if (suspended) {
      // Datagrams may be lost; for hours of them there is no room.
      if (!gate.isShut() || !(input instanceof Input.Notified)) {
        postponed.add(input);
      }
      return;
    }
    try {
      replica.step(input, outputs::add);
    } catch (RuntimeException e) {
      fail(e);
      return;
    }
    if (trace.isOn()) {
      // Disks and other nodes are about to know of the step: so must the trace, whatever happens
      // now.
      trace.flush();
    }
    carryOut();
  }

  private void carryOut() {
    while (!outputs.isEmpty() && !suspended && !over) {
      try {
        perform(outputs.poll());
      } catch (IOException | RuntimeException e) {
        fail(e);
      }
    }
    finishTurn();
  }

  /** What the turns before have produced is handed over once all inputs that wait were taken. */
  private void finishTurn() {
    if (!finishing && !over) {
      finishing = true;
      loop.execute(guarded(this::handOver));
    }
  }

  private void handOver() {
    finishing = false;
    if (over || suspended) {
      return;
    }
    handOverEntries();
    if (log.isSyncing() && !overdue) {
      hold();
    } else {
      release();
    }
  }

  /**
   * What is sent and written while the log is being synced goes together once that has ended, or
   * soon.
   */
  private void hold() {
    if (releasing == null) {
      releasing =
          loop.schedule(
              guarded(
                  () -> {
                    overdue = true;
                    finishTurn();
                  }),
              MOST_HELD_MICROS,
              TimeUnit.MICROSECONDS);
    }
  }

  private void release() {
    if (releasing != null) {
      releasing.cancel(false);
      releasing = null;
    }
    overdue = false;
    writeLog();
    LogPosition inMemory = log.countsAsSynced();
    if (inMemory != null) {
      step(new Input.LogSynced(inMemory.length(), inMemory.last()));
    }
    if (!over && !suspended) {
      window.settle(log.written(), this::step);
    }
    if (!over) {
      port.flush();
    }
  }

  private void handOverEntries() {
    StateView state = replica.state();
    // What is not synced here must not be applied: the store may flush it.
    long end = Math.min(deliverable, state.synced());
    List<Entry> entries = feed.take(end);
    isFeedBehind = feed.isBehind();
    if (!entries.isEmpty() || !answers.isEmpty() || !reads.isEmpty()) {
      applier.handOver(entries, answers, reads);
      answers = new ArrayList<>();
      reads = new ArrayList<>();
    }
  }

  // -- outputs

  private void perform(Output output) throws IOException {
    if (output instanceof Output.Send send) {
      send(send.connection(), send.message());
    } else if (output instanceof Output.Append append) {
      append(append.entry());
    } else if (output instanceof Output.Deliver deliver) {
      deliverable = Math.max(deliverable, deliver.length());
    } else if (output instanceof Output.Answer answer) {
      answer(answer);
    } else if (output instanceof Output.ServeReads served) {
      serve(served);
    } else if (output instanceof Output.Notify notify) {
      port.notify(notify.to(), notify.datagram());
      if (notify.datagram() instanceof Datagram.Start) {
        // Ahead of the end of the connections, which makes everybody look for a leader.
        port.flush();
        metrics.handedOver();
      }
    } else if (output instanceof Output.Connect connect) {
      port.connect(connect.connection());
    } else if (output instanceof Output.Accept accept) {
      port.accept(accept.connection());
    } else if (output instanceof Output.Close close) {
      opened.checkpoints().release(close.connection());
      port.close(close.connection());
    } else if (output instanceof Output.WriteEpoch write) {
      log.writeEpoch(write.field(), write.epoch());
    } else if (output instanceof Output.Truncate truncate) {
      truncate(truncate.length());
    } else if (output instanceof Output.RosterCommitted committed) {
      rosters.committed(committed.roster());
    } else if (output instanceof Output.Install install) {
      install(install.checkpoint());
    } else if (output instanceof Output.Refuse refuse) {
      refuse(refuse);
    } else if (output instanceof Output.Unknown unknown) {
      asked.remove(unknown.token()).update().unknown();
    } else if (output instanceof Output.Compact) {
      nodePressure.permitted();
    } else if (output instanceof Output.CompactStep) {
      governor.step();
    } else if (output instanceof Output.LeaderChanged changed) {
      journal.leaderChanged(changed.leader(), changed.epoch());
      nodePressure.leaderChanged(changed.leader());
      events.leaderChanged(settings.group(), changed.leader(), changed.epoch());
    } else {
      throw new IllegalStateException("no driver for " + output);
    }
  }

  /**
   * What was handed over to be applied was committed. A group that goes on without it has lost it,
   * as it may with {@link Durability#PERIODIC}, and the store cannot take it back.
   */
  private void truncate(long length) {
    long handedOver = feed.handedOver();
    if (length < handedOver) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "the group goes on behind entry "
              + length
              + ", but this store has applied "
              + handedOver
              + " entries: the group has lost the rest; rebuild this replica from its group");
    }
    suspend();
    log.truncate(
        length,
        cut -> {
          rosters.cut(cut, length);
          resume();
        });
  }

  private void send(Connection connection, Message message) {
    Difference difference =
        message instanceof Message.Sync sync
            ? sync.difference()
            : message instanceof Message.Pulled pulled ? pulled.difference() : null;
    if (difference != null && difference.checkpoint() != null) {
      opened.checkpoints().lend(connection, difference.checkpoint());
    }
    port.send(connection, message);
  }

  private void answer(Output.Answer answer) {
    Asked waiting = asked.remove(answer.token());
    metrics.committed(System.nanoTime() - waiting.since());
    answers.add(
        new Answers.Answer(
            waiting.partition(), answer.session(), answer.seq(), answer.index(), waiting.update()));
  }

  private void serve(Output.ServeReads served) {
    List<ReadCallback> callbacks = new ArrayList<>();
    for (long token : served.tokens()) {
      callbacks.add(asked.remove(token).read());
    }
    if (served.length() <= applier.applied().length()) {
      readers.submit(callbacks);
    } else {
      reads.add(new Applier.Reads(served.length(), callbacks));
    }
  }

  private void refuse(Output.Refuse refuse) {
    Asked waiting = asked.remove(refuse.token());
    if (waiting.update() != null) {
      waiting.update().refused(refuse.refusal(), refuse.leader());
    } else {
      waiting.read().refused(refuse.refusal(), refuse.leader());
    }
  }

  /** The store is replaced by the thread that applies; the core waits, inputs are postponed. */
  private void install(Checkpoint received) {
    suspend();
    handOverEntries();
    applier.alone(
        () -> {
          Checkpoint kept = opened.checkpoints().adopt(received);
          opened.store().replace(store -> opened.checkpoints().load(kept, store));
          onLoop(
              () ->
                  log.reset(
                      new LogPosition(kept.length(), kept.zxid()),
                      opened.store().engine()::finishImport,
                      () -> installed(kept)));
        });
  }

  private void installed(Checkpoint kept) {
    if (over) {
      return;
    }
    checkpointer.installed(kept);
    metrics.installed();
    feed.goOnBehind(kept.length());
    logPurge.forget();
    deliverable = Math.max(deliverable, kept.length());
    LOG.info("Group {}: a checkpoint of {} entries was installed", settings.group(), kept.length());
    resume();
  }

  /** What comes from the others meanwhile waits at their side. */
  private void suspend() {
    suspended = true;
    port.setReading(false);
  }

  private void resume() {
    if (over) {
      return;
    }
    suspended = false;
    carryOut();
    while (!postponed.isEmpty() && !suspended && !over) {
      step(postponed.poll());
    }
    if (!suspended && !over) {
      port.setReading(true);
    }
  }

  private void purge(Checkpoint checkpoint) {
    if (over || suspended || checkpoint.length() <= replica.state().checkpoint()) {
      return;
    }
    step(new Input.CheckpointTaken(checkpoint));
    metrics.checkpointed();
    logPurge.upTo(new LogPosition(checkpoint.length(), checkpoint.zxid()));
    checkpointer.deleteBelow(checkpoint.length());
  }

  // -- what comes in

  /** Of the thread that syncs. */
  private final class Synced implements SyncListener {

    @Override
    public void logSynced(LogPosition synced, long entries, long nanos) {
      metrics.synced(nanos, entries);
      syncWatch.synced(nanos);
      onLoop(() -> step(new Input.LogSynced(synced.length(), synced.last())));
    }

    @Override
    public void epochWritten(EpochField field, long epoch) {
      onLoop(() -> step(new Input.EpochWritten(field, epoch)));
    }

    @Override
    public void failed(Exception cause) {
      fail(cause);
    }
  }

  /** For the pressure of the node. */
  private final class Pressed implements ReplicaPressure.Host {

    @Override
    public void onLoop(Runnable action) {
      // Never at once: the caller may be in the middle of a step.
      loop.execute(guarded(action));
    }

    @Override
    public void step(Input input) {
      ReplicaDriver.this.step(input);
    }

    @Override
    public void wished(String why) {
      journal.wished(why);
    }
  }

  /** Of the network, on the event loop. */
  private final class Heard implements PeerListener {

    @Override
    public EntryLog log() {
      return window;
    }

    @Override
    public void requested(Connection connection) {
      step(new Input.ConnectionRequested(connection));
    }

    @Override
    public void accepted(Connection connection) {
      step(new Input.ConnectionAccepted(connection));
    }

    @Override
    public void closed(Connection connection) {
      opened.checkpoints().release(connection);
      step(new Input.ConnectionClosed(connection));
    }

    @Override
    public void received(Connection connection, Message message) {
      if (message instanceof Message.AckLd) {
        opened.checkpoints().release(connection);
      }
      step(new Input.Received(connection, message));
    }

    @Override
    public void progressed(Connection connection) {
      step(new Input.Progressed(connection));
    }

    @Override
    public void notified(int member, Datagram datagram) {
      step(new Input.Notified(member, datagram));
    }
  }

  // -- the end

  /** Takes no more steps, since something of the process is broken. */
  public void abort(Error cause) {
    fail(cause);
  }

  private void fail(Throwable cause) {
    onLoop(
        () -> {
          if (!over) {
            foundDamage("the store", cause);
            LOG.error("Group {}: the replica has failed", settings.group(), cause);
            end();
            events.failed(settings.group(), cause);
          }
        });
  }

  /** The core takes no more steps; clients are told what can be told. */
  private void end() {
    over = true;
    if (ticking != null) {
      ticking.cancel(false);
    }
    if (flushing != null) {
      flushing.cancel(false);
    }
    if (port != null) {
      port.close();
      feed.close();
      window.close();
    }
    asked.values().forEach(ReplicaDriver::abandon);
    asked.clear();
    answers.forEach(answer -> answer.callback().unknown());
    answers.clear();
    for (Applier.Reads waiting : reads) {
      waiting.reads().forEach(read -> read.refused(Refusal.NOT_LEADER, -1));
    }
    reads.clear();
    nodePressure.close();
    stopped.complete(null);
  }

  private static void abandon(Asked waiting) {
    if (waiting.update() != null) {
      waiting.update().unknown();
    } else {
      waiting.read().refused(Refusal.NOT_LEADER, -1);
    }
  }

  /**
   * Ends the replica and closes its files. What was applied is flushed, so that the next start is
   * quick. Waits; not for the event loop.
   */
  @Override
  public void close() throws IOException {
    onLoop(
        () -> {
          if (!over) {
            end();
          }
        });
    stopped.join();
    applier.close();
    readers.close();
    checkpointer.close();
    compactor.close();
    scrubber.close();
    rereading.shutdown();
    try {
      opened.store().engine().flush();
    } catch (StorageException e) {
      LOG.warn("Closing without a flush: {}", e.getMessage());
    }
    log.close();
    opened.store().close();
  }
}

package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Input;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.replica.health.SyncWatch;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.shard.Birth;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a replica that are there before its loop begins, and outlive its end: those with
 * workers, and those who hear of what happens. What of them is for the loop only says so itself.
 */
final class ReplicaParts {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaParts.class);

  /** What the parts tell the replica. */
  interface Hooks {

    /** Something has failed, for good. By any thread. */
    void failed(Throwable cause);

    /** The log may be purged up to there. By a worker. */
    void checkpointTaken(Checkpoint before);

    /** Entries have been applied. By the worker that applies. */
    void applied();

    /** What the node suffers from has changed. By the loop. */
    void healthChanged();

    /** Files of partitions are lacking. By the loop. */
    void lacksFiles();
  }

  private final ReplicaSettings settings;
  private final OpenedReplica opened;
  private final Loop loop;
  private final Clock clock;
  private final ReplicaMetrics metrics;
  private final Turns turns;
  private final DamageWatch damage;
  private final SyncWatch syncs;
  private final LogWriter log;
  private final Readers readers;
  private final Checkpointer checkpointer;
  private final PartitionWatch partitions;
  private final Applier applier;
  private final Worker rereading;
  private final Compactor compactor;
  private final Scrubber scrubber;
  private final FileChecks checks;
  private final BaseFiles bases;
  private final StoreFiles storeFiles;
  private final EventLog events;
  private final ReplicaHealth health;
  private final RosterJournal rosters;
  private final LastSample sample = new LastSample();
  private final CompactionJournal compactions;
  private final TransferJournal journal;
  private final CompactionGovernor governor;
  private final ReplicaPressure pressure;
  private final AtomicLong bytesApplied = new AtomicLong();
  private final Hooks hooks;

  ReplicaParts(
      ReplicaSettings settings,
      ReplicaContext context,
      ReplicaDisk disk,
      OpenedReplica opened,
      Hooks hooks) {
    this.settings = settings;
    this.opened = opened;
    this.hooks = hooks;
    loop = new GuardedLoop(context.loop(), hooks::failed);
    clock = context.clock();
    metrics = context.metrics();
    int group = settings.group();
    Workers workers = context.workers();
    TransferSettings transfer = settings.core().transfer();
    turns = new Turns(loop, context.trace(), hooks::failed);
    damage = new DamageWatch(context.health(), group, disk);
    syncs =
        new SyncWatch(
            context.health(), group, settings.core().transfer().threshold(), clock::nanos);
    log = logWriter(context);
    readers = new Readers(opened.store(), damage, workers);
    checkpointer =
        new Checkpointer(
            opened.store(),
            opened.checkpoints(),
            settings.checkpointBytes(),
            opened.newest(),
            hooks::checkpointTaken,
            workers);
    bases = new BaseFiles(opened.store(), group, disk.moves(), workers);
    partitions =
        new PartitionWatch(
            opened.store().engine(),
            checkpointer,
            bases::tableChanged,
            context.health(),
            context.events(),
            group,
            () -> loop.execute(hooks::lacksFiles));
    applier =
        new Applier(
            opened.store(),
            readers,
            new Applied(),
            loop,
            hooks::failed,
            settings.memory().applyQueue(),
            workers);
    rereading = workers.open("reread");
    compactor = new Compactor(opened.store(), settings.stepRate(), workers);
    scrubber = scrubber(settings, context, opened, damage);
    checks = new FileChecks(opened, applier, damage, workers);
    storeFiles = new StoreFiles(bases, group);
    events = new EventLog(group, settings.core().incarnation(), clock::millis);
    health =
        ReplicaHealth.of(context.health(), group, events, () -> loop.execute(hooks::healthChanged));
    rosters = new RosterJournal(events, group, founders());
    compactions =
        new CompactionJournal(
            events, transfer.threshold(), () -> sample.found().dueBytes(), clock::nanos);
    journal =
        new TransferJournal(context.trace(), events, compactions, metrics, transfer, clock::nanos);
    governor = new CompactionGovernor(transfer, compactor::switchTo);
    pressure =
        new ReplicaPressure(
            group, transfer, settings.levels(), health, governor, context.arbiter(), new Pressed());
    partitions.look();
    if (!opened.damage().isEmpty()) {
      damage.storeIsDamaged(opened.damage());
    }
  }

  private LogWriter logWriter(ReplicaContext context) {
    return new LogWriter(
        opened.log(),
        settings.durability(),
        new LogInputs(loop, turns, metrics, syncs, hooks::failed),
        loop,
        hooks::failed,
        context.workers(),
        clock,
        loop::schedule);
  }

  private static Scrubber scrubber(
      ReplicaSettings settings, ReplicaContext context, OpenedReplica opened, DamageWatch damage) {
    return new Scrubber(
        List.of(Scrubbed.of(opened.store(), damage), Scrubbed.of(opened.log(), damage)),
        settings.scrub(),
        context.workers(),
        context.clock());
  }

  /** For the pressure of the node. */
  private final class Pressed implements ReplicaPressure.Host {

    @Override
    public void onLoop(Runnable action) {
      // Never at once: the caller may be in the middle of a step.
      loop.execute(action);
    }

    @Override
    public void step(Input input) {
      turns.step(input);
    }

    @Override
    public void wished(String why) {
      journal.wished(why);
    }
  }

  /** Of the worker that applies. */
  private final class Applied implements Applier.Progress {

    @Override
    public void applied(int entries, long bytes) {
      metrics.applied(entries);
      checkpointer.applied(bytes);
      partitions.look();
      bytesApplied.addAndGet(bytes);
      hooks.applied();
    }

    @Override
    public void inVain(long updates) {
      metrics.refusedWhenApplied(updates);
    }
  }

  /** The replica has failed. By any thread. */
  void fail(Throwable cause) {
    hooks.failed(cause);
  }

  int group() {
    return settings.group();
  }

  /** See {@link GroupNumbers#numberOf}. */
  long groupOf(Birth birth) {
    return GroupNumbers.numberOf(settings.identity().cluster(), birth);
  }

  /** Those that founded the group. */
  Configuration founders() {
    return Configuration.ofFirst(settings.core().members());
  }

  ReplicaSettings settings() {
    return settings;
  }

  OpenedReplica opened() {
    return opened;
  }

  /** What an action throws there ends the replica. */
  Loop loop() {
    return loop;
  }

  Clock clock() {
    return clock;
  }

  ReplicaMetrics metrics() {
    return metrics;
  }

  Turns turns() {
    return turns;
  }

  DamageWatch damage() {
    return damage;
  }

  SyncWatch syncs() {
    return syncs;
  }

  LogWriter log() {
    return log;
  }

  Readers readers() {
    return readers;
  }

  PartitionWatch partitions() {
    return partitions;
  }

  Checkpointer checkpointer() {
    return checkpointer;
  }

  Applier applier() {
    return applier;
  }

  /** Reads the log for the applier. */
  Worker rereading() {
    return rereading;
  }

  Compactor compactor() {
    return compactor;
  }

  Scrubber scrubber() {
    return scrubber;
  }

  FileChecks checks() {
    return checks;
  }

  /** Files of partitions that move. */
  BaseFiles bases() {
    return bases;
  }

  /** Files of the whole store, for other members. */
  StoreFiles storeFiles() {
    return storeFiles;
  }

  EventLog events() {
    return events;
  }

  ReplicaHealth health() {
    return health;
  }

  RosterJournal rosters() {
    return rosters;
  }

  LastSample sample() {
    return sample;
  }

  CompactionJournal compactions() {
    return compactions;
  }

  TransferJournal journal() {
    return journal;
  }

  CompactionGovernor governor() {
    return governor;
  }

  ReplicaPressure pressure() {
    return pressure;
  }

  /** What was applied since the start, in bytes of memory, about. */
  long bytesApplied() {
    return bytesApplied.get();
  }

  /** Whether log or store take nothing at present, for want of room. */
  boolean waitsForRoom() {
    return log.isDiskFull() || applier.isStalled();
  }

  /** See {@link ReplicaDriver#compact}. */
  void compactAll(Consumer<Optional<RuntimeException>> done) {
    long since = clock.nanos();
    events.add(Kind.COMPACTION_BEGAN, -1, 0, 0, "of everything, an operator's request");
    compactor.compactAll(
        failure -> {
          failure.ifPresent(cause -> damage.found("a compaction", cause));
          String how = failure.isPresent() ? "of everything, failed" : "of everything";
          events.add(Kind.COMPACTION_ENDED, -1, clock.nanos() - since, 0, how);
          done.accept(failure);
        });
  }

  boolean isCompacting() {
    return sample.found().running() > 0 || compactor.isRunning();
  }

  /** Waits for the workers, then closes log and store. */
  void close() throws IOException {
    health.close();
    compactor.stop();
    applier.close();
    readers.close();
    checkpointer.close();
    scrubber.close();
    rereading.close();
    checks.close();
    bases.close();
    try {
      opened.store().engine().flush();
    } catch (StorageException e) {
      LOG.warn("Closing without a flush: {}", e.getMessage());
    }
    try {
      log.close();
    } finally {
      opened.store().close();
      compactor.close();
    }
  }
}

package io.zabdb.maelstrom.replica;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.zab.Guards;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.maelstrom.network.PeerDisk;
import io.zabdb.maelstrom.network.Wires;
import io.zabdb.maelstrom.power.Chance;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.node.files.FolderDisk;
import io.zabdb.peer.CheckpointSource;
import io.zabdb.replica.ReplicaContext;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.shard.TableState;
import io.zabdb.storage.engine.SessionMemory;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The replica of a node of Maelstrom: the product's runtime, with the node's event loop, its
 * network and a disk. Of the event loop.
 */
public final class GroupReplica implements AutoCloseable {

  private final Node node;
  private final Membership members;
  private final GroupSettings settings;
  private final Workers workers = new ThreadWorkers(GroupReplica::daemon, "");
  private final Worker peers = workers.open("peers");
  private ReplicaDriver driver;

  private GroupReplica(Node node, Membership members, GroupSettings settings) {
    this.node = node;
    this.members = members;
    this.settings = settings;
  }

  /**
   * Opens a replica and starts it.
   *
   * @param guards of the core: those of the product, unless a test weakens one
   */
  public static GroupReplica start(
      Node node, Membership members, GroupSettings settings, Guards guards, MemoryBudget budget)
      throws IOException {
    GroupReplica replica = new GroupReplica(node, members, settings);
    replica.begin(guards, budget);
    return replica;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private void begin(Guards guards, MemoryBudget budget) throws IOException {
    ReplicaDisk disk = new MemoryReplicaDisk(0);
    Path incoming = Path.of(".");
    CheckpointSource checkpoints =
        checkpoint -> {
          throw new IOException("a checkpoint in memory is not sent: " + checkpoint);
        };
    long incarnation = 0;
    if (settings.directory().isPresent()) {
      Path directory = settings.directory().get().resolve(node.id());
      Files.createDirectories(directory);
      incarnation = countStart(directory.resolve("starts"));
      FolderDisk folder = new FolderDisk(directory, RocksOptions.TINY, SessionMemory.MAX);
      Optional<Chance> chance = settings.unsynced().chance();
      disk =
          chance.isPresent() ? new LossyDisk(folder, directory, chance.get(), node::log) : folder;
      checkpoints = folder.checkpoints();
      incoming = directory.resolve("incoming");
      DiskFiles.delete(incoming);
    }
    PeerDisk peerDisk =
        new PeerDisk(
            new EntryFeed.Means(peers::submit, node.loop(), budget.account(Purpose.PEER_QUEUES)),
            incoming,
            checkpoints);
    MadeUpWork work = new MadeUpWork(GroupSettings.HEAVY_BYTES, GroupSettings.HOT_FILES, node::log);
    driver =
        ReplicaDriver.start(
            settings.replica(members, incarnation, budget),
            new BusyDisk(disk, work, members.partition().name(), node::log),
            listener -> wires(listener, peerDisk),
            new ReplicaContext(
                node.loop(),
                SystemClock.INSTANCE,
                workers,
                new Events(),
                new NodeHealth(),
                arbiter(),
                ReplicaTrace.NONE,
                new ToldMetrics(node::log),
                GroupPost.NONE),
            guards);
    if (settings.compactionSeconds() > 0) {
      pileUpAgain(work, settings.compactionSeconds() * 1_000L);
    }
    if (settings.transferSeconds() > 0) {
      node.loop().every(settings.transferSeconds() * 1_000L, () -> driver.transfer(-1, "told to"));
    }
  }

  /** How often the replica was started before. */
  private static long countStart(Path file) throws IOException {
    long before = Files.exists(file) ? Long.parseLong(Files.readString(file).trim()) : 0;
    DiskFiles.replace(file, Long.toString(before + 1).getBytes(StandardCharsets.US_ASCII));
    return before;
  }

  private Wires wires(PeerListener listener, PeerDisk disk) {
    return new Wires(node, 4L * settings.tickMillis(), 50L * settings.tickMillis(), listener, disk);
  }

  private NodeArbiter arbiter() {
    return new NodeArbiter(
        members.self(),
        Map.of(Membership.GROUP, members.topology().groups().get(Membership.GROUP).nodes()),
        GroupSettings.HEAVY_BYTES,
        Duration.ZERO,
        SystemClock.INSTANCE::nanos);
  }

  private void pileUpAgain(MadeUpWork work, long millis) {
    node.loop()
        .after(
            ThreadLocalRandom.current().nextLong(millis / 2, millis * 3 / 2 + 1),
            () -> {
              work.pileUp();
              pileUpAgain(work, millis);
            });
  }

  /** The runtime. */
  public ReplicaDriver driver() {
    return driver;
  }

  /** Ends the replica and closes its files. */
  @Override
  public void close() throws IOException {
    driver.stop();
    peers.close();
    driver.close();
  }

  private final class Events implements ReplicaEvents {

    @Override
    public void leaderChanged(int group, int leader, long epoch) {
      members.topology().leads(group, leader, epoch);
      node.log("epoch " + epoch + ": leader " + members.nameOf(leader));
    }

    @Override
    public void votersChanged(int group, Configuration voters, long roster) {
      members.topology().votersChanged(group, voters, roster);
    }

    @Override
    public void partitionsChanged(int group, TableState table) {
      members.topology().partitionsChanged(group, table);
    }

    @Override
    public void groupEnded(int group) {}

    @Override
    public void failed(int group, Throwable cause) {
      node.loop().execute(() -> node.fail(cause));
    }
  }
}

package io.zabdb.maelstrom.replica;

import io.zabdb.budget.Purpose;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.maelstrom.network.GroupLines;
import io.zabdb.maelstrom.network.PeerDisk;
import io.zabdb.maelstrom.network.Wires;
import io.zabdb.maelstrom.power.Chance;
import io.zabdb.maelstrom.runtime.DaemonWorkers;
import io.zabdb.maelstrom.runtime.EventLoop;
import io.zabdb.node.files.FolderDisk;
import io.zabdb.peer.CheckpointSource;
import io.zabdb.replica.KnownVoters;
import io.zabdb.replica.ReplicaContext;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.shard.TableState;
import io.zabdb.storage.engine.SessionMemory;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A replica of a node of Maelstrom: the product's runtime, with the node's event loop, its network
 * and a disk. Of the event loop.
 */
final class GroupReplica implements AutoCloseable {

  private final ReplicaHost host;
  private final int group;
  private final GroupLines.Line line;
  private final Workers workers;
  private final Worker peers;
  private ReplicaDriver driver;

  private GroupReplica(ReplicaHost host, int group) {
    this.host = host;
    this.group = group;
    line = host.lines().of(group);
    workers = DaemonWorkers.named("-" + group);
    peers = workers.open("peers");
  }

  /**
   * Opens the replica of a group and starts it.
   *
   * @param post reaches other groups
   */
  static GroupReplica start(ReplicaHost host, int group, GroupPost post) throws IOException {
    GroupReplica replica = new GroupReplica(host, group);
    replica.begin(post);
    return replica;
  }

  private void begin(GroupPost post) throws IOException {
    GroupSettings settings = host.settings();
    ReplicaDisk disk = new MemoryReplicaDisk(0);
    Path incoming = Path.of(".");
    CheckpointSource checkpoints =
        checkpoint -> {
          throw new IOException("a checkpoint in memory is not sent: " + checkpoint);
        };
    Optional<Path> home = settings.directoryOf(host.node().id());
    if (home.isPresent()) {
      Path directory = home.get().resolve("group-" + group);
      Files.createDirectories(directory);
      FolderDisk folder = new FolderDisk(directory, RocksOptions.TINY, SessionMemory.MAX);
      Optional<Chance> chance = settings.unsynced().chance();
      disk =
          chance.isPresent() ? new LossyDisk(folder, directory, chance.get(), line::log) : folder;
      checkpoints = folder.checkpoints();
      incoming = directory.resolve("incoming");
      DiskFiles.delete(incoming);
    }
    PeerDisk peerDisk =
        new PeerDisk(
            new EntryFeed.Means(peers::submit, loop(), host.budget().account(Purpose.PEER_QUEUES)),
            incoming,
            checkpoints);
    MadeUpWork work = new MadeUpWork(GroupSettings.HEAVY_BYTES, GroupSettings.HOT_FILES, line::log);
    driver =
        ReplicaDriver.start(
            settings.replica(group, host.members(), host.incarnation(), host.budget()),
            new BusyDisk(disk, work, line::log),
            listener -> wires(listener, peerDisk),
            new ReplicaContext(
                loop(),
                SystemClock.INSTANCE,
                workers,
                new Events(),
                host.health(),
                host.arbiter(),
                ReplicaTrace.NONE,
                new ToldMetrics(line::log),
                post),
            host.guards());
    if (settings.compactionSeconds() > 0) {
      pileUpAgain(work, settings.compactionSeconds() * 1_000L);
    }
    if (settings.transferSeconds() > 0) {
      loop().every(settings.transferSeconds() * 1_000L, () -> driver.transfer(-1, "told to"));
    }
  }

  private EventLoop loop() {
    return host.node().loop();
  }

  private Wires wires(PeerListener listener, PeerDisk disk) {
    int tick = host.settings().tickMillis();
    return new Wires(line, 4L * tick, 50L * tick, listener, disk);
  }

  private void pileUpAgain(MadeUpWork work, long millis) {
    loop()
        .after(
            ThreadLocalRandom.current().nextLong(millis / 2, millis * 3 / 2 + 1),
            () -> {
              work.pileUp();
              pileUpAgain(work, millis);
            });
  }

  /** The runtime. */
  ReplicaDriver driver() {
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
    public void leaderChanged(int ofGroup, int leader, long epoch) {
      host.members().topology().leads(ofGroup, leader, epoch);
      line.log("epoch " + epoch + ": leader " + host.members().nameOf(leader));
    }

    @Override
    public void votersChanged(int ofGroup, KnownVoters voters) {
      host.members().topology().votersChanged(ofGroup, voters);
    }

    @Override
    public void partitionsChanged(int ofGroup, TableState table) {
      host.members().topology().partitionsChanged(ofGroup, table);
    }

    @Override
    public void groupEnded(int ofGroup) {}

    /** Its members are always the same. */
    @Override
    public void removed(int ofGroup) {}

    @Override
    public void failed(int ofGroup, Throwable cause) {
      loop().execute(() -> host.node().fail(cause));
    }
  }
}

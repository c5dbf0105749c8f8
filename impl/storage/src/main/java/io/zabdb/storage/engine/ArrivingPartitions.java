package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.engine.TableRecords.Owned;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a store does with the commands of a partition's destination, beside their records: it makes
 * the tree, and takes the files that {@code STAGE} names. By whoever applies a command of the
 * group's own, but for {@link #forgetOver}, by whoever flushes.
 *
 * <p>Source: {@code PartitionFiles}.
 */
final class ArrivingPartitions {

  /** None can be received. */
  static final Optional<ArrivedFiles> NOWHERE = Optional.empty();

  private final TreeStore store;
  private Optional<ArrivedFiles> files = NOWHERE;

  /**
   * The files of the command that is being applied. They may arrive at any moment: what its tree
   * was made of is what its records say.
   */
  private Optional<Carrier> taken = Optional.empty();

  ArrivingPartitions(TreeStore store) {
    this.store = store;
  }

  /** Where files of partitions that come are. */
  void keepIn(ArrivedFiles arrived) {
    files = Optional.of(arrived);
  }

  /** See {@link #keepIn}. */
  ArrivedFiles files() {
    return files.orElseThrow(
        () -> new IllegalStateException("it was not said where partitions arrive"));
  }

  /** The tree of a command that will take effect, before records name it. */
  void makeTree(Structure structure) {
    ShardCommand command = structure.command();
    PartitionId part = command.part();
    taken = Optional.empty();
    if (part == null) {
      return;
    }
    // The number of a move is that of the attempt.
    String tree = Extent.treeOf(part.name(), command.epoch());
    if (command.kind() == CommandKind.PREPARE && !store.trees().contains(tree)) {
      store.create(tree);
    }
    if (command.kind() == CommandKind.STAGE) {
      empty(tree);
      taken = fitting(command);
      taken.ifPresent(carrier -> fill(tree, carrier));
    }
  }

  /**
   * What is in it is of an earlier base, or of a replay: nobody reads it. It may be gone, by files
   * that had no room when they should have taken its place.
   */
  private void empty(String tree) {
    boolean isThere = store.trees().contains(tree);
    if (isThere && !isEmpty(tree)) {
      store.drop(tree);
      isThere = false;
    }
    if (!isThere) {
      store.create(tree);
    }
  }

  private boolean isEmpty(String tree) {
    try (TreeView view = store.latest();
        Cursor cursor = view.open(tree, new byte[0], null)) {
      return !cursor.isValid();
    }
  }

  /** {@code PartitionFiles!Fits}: exactly what the command names, so that replicas stay equal. */
  private Optional<Carrier> fitting(ShardCommand command) {
    PartitionId part = command.part();
    PartitionCopy copy = command.copy();
    if (part == null || copy == null) {
      return Optional.empty();
    }
    return files
        .flatMap(arrived -> arrived.carrier(copy.cells()))
        .filter(
            carrier ->
                carrier.partition().equals(part.name())
                    && carrier.attempt() == command.epoch()
                    && carrier.position() == copy.position());
  }

  private void fill(String tree, Carrier carrier) {
    store.importTree(tree, PartitionChanges.cellFiles(files().path(carrier)));
  }

  /** Which partitions this replica lacks behind a command that takes effect. */
  SortedSet<String> lackingAfter(SortedSet<String> before, ShardCommand command) {
    PartitionId part = command.part();
    if (command.kind() != CommandKind.STAGE || part == null) {
      return before;
    }
    SortedSet<String> after = new TreeSet<>(before);
    if (taken.isPresent()) {
      after.remove(part.name());
    } else {
      after.add(part.name());
    }
    return after;
  }

  /**
   * Writes what is remembered of sessions in files that are taken, in place of all that was.
   *
   * @return the generations of the partition, by its name; none if the command takes no files
   */
  Map<String, Generations> write(ShardCommand command, Overlay overlay) {
    PartitionId part = command.part();
    if (command.kind() != CommandKind.STAGE || part == null) {
      return Map.of();
    }
    Holdings.forgetSessions(part.name(), overlay);
    Optional<PartitionFile> file = taken.map(carrier -> PartitionFile.read(files().path(carrier)));
    file.ifPresent(
        arrived ->
            arrived
                .sessions()
                .forEach(
                    (session, last) ->
                        overlay.put(
                            TreeStore.SYSTEM,
                            SystemRecords.lastRequestKey(part.name(), session),
                            SystemRecords.lastRequest(last))));
    Map<String, Generations> arrived =
        Map.of(part.name(), file.map(PartitionFile::generations).orElseGet(Generations::new));
    KeptSessions.write(arrived, overlay);
    return arrived;
  }

  /**
   * Deletes the files of which nobody has need. Source: {@code PartitionFiles!MayForget}.
   *
   * @param flushed what the store has on disk now, at least
   */
  void forgetOver(Holdings flushed) {
    files.ifPresent(arrived -> arrived.forget(carrier -> isOver(carrier, flushed)));
  }

  private static boolean isOver(Carrier carrier, Holdings flushed) {
    Owned owned = flushed.owned(carrier.partition());
    if (owned == null || owned.record().epoch() < carrier.attempt()) {
      // Also in what comes, none of this number will be received.
      return flushed.table().floor() >= carrier.attempt();
    }
    PartitionRecord record = owned.record();
    return record.epoch() > carrier.attempt()
        || !record.phase().isCopy()
        || (record.position() >= carrier.position()
            && !flushed.lacking().contains(carrier.partition()));
  }
}

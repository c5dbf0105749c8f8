package io.zabdb.storage.engine;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.TablePool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state that the log of a replica group leads to. Without a log of its own: after a crash it
 * stands at the last flush, and the entries behind are applied again.
 *
 * <p>Methods that change it take turns, but {@link #apply} does not wait for a {@link #flush}, nor
 * while a partition is made, imported or dropped for more than the writing of records; {@link
 * #snapshot}, {@link #applied}, {@link #size}, {@link #exportPartition}, {@link #scanFiles} and
 * {@link #compactions} wait for none of them but {@link #importCheckpoint} and {@link #close}. All
 * throw {@link io.zabdb.storage.data.StorageException}.
 *
 * <p>Source: {@code AppliedIndex}.
 */
public interface StorageEngine extends AutoCloseable {

  /** How far the log has been applied. */
  AppliedPoint applied();

  /**
   * What the group has, as its own commands in the log say; not founded until the first of them is
   * applied. Its place in the log is that of the last such command, or earlier.
   */
  TableState table();

  /**
   * Says what the group had from its beginning if no command in its log says so: a group of before
   * {@code FOUND}. A store that has nothing makes these partitions when it meets a command of a
   * client, as all its replicas did.
   */
  void beganWith(List<Partition> partitions);

  /** Whether the entry holds a command of the group's own. */
  static boolean isOfGroup(Entry entry) {
    return entry.session() == Structure.SESSION;
  }

  /**
   * Whether the entry is to be applied by itself: it holds a command of the group's own that
   * changes what the group has.
   */
  static boolean standsAlone(Entry entry) {
    return isOfGroup(entry) && !StructureCodec.isCatch(entry.payload());
  }

  /**
   * Says where files of partitions that come are kept: a directory of this store's own, on the file
   * system of what is {@linkplain #receive received}. To be said before anything is applied.
   */
  void keepArrivalsIn(Path directory);

  /**
   * {@code PartitionFiles!Promise}: takes a directory over that {@link #exportPartition} wrote
   * while the partition moved, perhaps elsewhere: then whoever wrote the files here has synced
   * them. When this returns they are verified and on disk, and stay until the store has what they
   * hold, or nobody can ask for them any more: so a quorum of replicas may be told so. Waits for
   * nothing but the disk.
   *
   * @throws io.zabdb.storage.data.StorageException {@code CORRUPT} if the files are not what they
   *     were; the directory is left then
   */
  Carrier receive(Path directory);

  /** Where the files are that were received by this name, if they were, and stay. */
  Optional<Path> received(Bytes digest);

  /**
   * Which partitions this replica lacks: {@code STAGE} named files that it had not. It goes on with
   * the log, answers nothing of them ({@code UNAVAILABLE}) and exports no checkpoint. By name.
   * Source: {@code PartitionFiles!Lacks}.
   */
  Set<String> lacking();

  /** How far it will have been applied after a crash now: the log below may be purged. */
  AppliedPoint flushed();

  /**
   * Applies the next entries of the log: all of them, or none if it throws. They must be committed,
   * and synced in the own log, for they may be flushed at once ({@code AppliedIndex!MayFlush}). A
   * request that its session has made before in the partition is not run again. An entry that
   * {@link #standsAlone} comes alone; one that makes trees ({@code FOUND}, {@code PREPARE}, {@code
   * STAGE}) waits for a flush or an export that is under way.
   *
   * @return the answer to each
   * @throws IllegalArgumentException if they do not come after what was applied, or one of several
   *     should come alone
   */
  List<Result> apply(List<Entry> entries);

  /** The present state. */
  Snapshot snapshot();

  /** Takes what was applied to disk. */
  void flush();

  /**
   * Adds an empty partition, if it is not there already; it is on disk when this returns. Only
   * while the group is not founded, as {@link #dropPartition} and {@link #importPartition}.
   */
  void createPartition(Partition partition);

  /**
   * Drops a partition, its cells and the answers in it, on disk when it returns. Whoever repeats a
   * drop after a crash takes {@code NOT_FOUND} for done.
   */
  void dropPartition(String partition);

  /**
   * Drops what is left of partitions that the group has no more, behind a flush; without one if
   * nothing is left. Else the next flush would do so.
   */
  void dropLeftovers();

  /** How many sessions are remembered; waits for nothing. */
  SessionFigures sessions();

  /**
   * How many records of sessions would be copied in one step if partitions became these, as is
   * known here: a replica that lacks some of them knows of fewer. Less than a thousand of a
   * partition are taken for none. Waits for nothing.
   */
  long sessionsToCopy(List<PartitionId> into);

  /**
   * The first partition by name from this name on, or else the first of all; empty: there is none.
   * Reads nothing.
   */
  Optional<String> partitionFrom(String name);

  /**
   * Deletes cells that cannot be read any more: expired, or with too many newer versions; then
   * records of sessions that are not kept any more. No replica can tell whether another has done
   * so.
   *
   * @param from what the step before returned; null: the start
   * @param most about how many cells or records to look at, at least 1
   * @return where to go on; null: the end was reached
   */
  Bytes collect(String partition, Bytes from, int most);

  /**
   * Flushes, and writes what is on disk then into a new directory, but for its tables, which go
   * into a pool; synced when it returns. That is all that was applied before, and maybe more.
   * Others do not wait for the flush. Throws {@code UNAVAILABLE} while a partition is {@linkplain
   * #lacking lacking}.
   *
   * @param tables chooses the pool; one in the directory itself makes a whole state of that
   * @return what was written
   */
  Checkpoint exportCheckpoint(Path directory, TablePool.Choice tables);

  /** The same with everything in one new directory, as {@link #importCheckpoint} takes it. */
  default Checkpoint exportCheckpoint(Path directory) {
    return exportCheckpoint(directory, database -> new TablePool(directory));
  }

  /**
   * Replaces the state by an exported one; a crash leaves either. No snapshot may be open. The
   * caller then makes its log begin behind it, and calls {@link #finishImport}. Source: {@code
   * AppliedIndex!SwitchManifest}.
   *
   * @throws IllegalStateException if a snapshot is open
   */
  void importCheckpoint(Path directory);

  /**
   * Checks that a directory holds what {@link #exportCheckpoint} has written. Waits for the disk.
   *
   * @throws io.zabdb.storage.data.StorageException {@code CORRUPT} if it does not
   */
  void verifyCheckpoint(Path directory);

  /** Whether a checkpoint was imported and its import not finished, maybe before a crash. */
  boolean isImportPending();

  /** Says that the log begins behind the imported checkpoint. Source: {@code ResetLog}. */
  void finishImport();

  /**
   * Writes a partition with its sessions, as a snapshot sees them, into a new directory; while the
   * partition moves, also how many updates of the attempt that is.
   */
  void exportPartition(Snapshot snapshot, String partition, Path directory);

  /**
   * Flushes, and writes a partition as it is then into a new directory, with links to its files,
   * which are read once; however much there is of other partitions, nothing of that is read. Others
   * wait for a small part of it only. Cells of one that came of a split or a merge are copied,
   * since others are in the same files. One at a time. Throws {@code UNAVAILABLE} while a partition
   * is {@linkplain #lacking lacking}.
   *
   * @param scratch a new directory on the same disk, of no use to anybody afterwards
   * @return what {@link #receive} returns of it, if an attempt to move the partition is under way;
   *     else its attempt is 0
   */
  Carrier exportPartition(String partition, Path scratch, Path directory);

  /**
   * Adds a partition from an exported one, on disk when it returns. Whoever repeats it after a
   * crash finds a partition with this number of the move.
   *
   * @param partition its name here
   * @param move the number of the move that brought it here, above all before
   */
  void importPartition(Path directory, String partition, long move);

  /** About how many bytes cells take, in memory and on disk, garbage included. */
  long size(String partition, TokenRange range);

  /**
   * Reads all files and checks their checksums; updates and reads go on. Throws {@code CORRUPT} if
   * something is damaged.
   *
   * @return how many bytes were read, about
   */
  long verify();

  /** Begins to do the same bit by bit; the scan may be closed after the engine. */
  FileScan scanFiles();

  CompactionControl compactions();

  /**
   * Closes without a flush, as a crash does.
   *
   * @throws IllegalStateException if a snapshot is open
   */
  @Override
  void close();
}

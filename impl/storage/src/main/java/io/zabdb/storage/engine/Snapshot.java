package io.zabdb.storage.engine;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import java.util.List;
import java.util.OptionalLong;

/**
 * The state after a prefix of the log. To be closed soon: what it sees is kept for it. For one
 * thread at a time.
 *
 * <p>Methods that name a partition or family throw {@link io.zabdb.storage.data.StorageException}
 * with {@code NOT_FOUND} if there is none; those that read cells with {@code WRONG_OWNER} if the
 * group does not serve it any more, or not yet, and with {@code UNAVAILABLE} if nothing is known of
 * any partition yet.
 */
public interface Snapshot extends Checkpoint, AutoCloseable {

  AppliedPoint applied();

  @Override
  default long length() {
    return applied().length();
  }

  @Override
  default Zxid zxid() {
    return applied().zxid();
  }

  /** By name. */
  List<Partition> partitions();

  /** What the group has; not founded until the first of its own commands is applied. */
  TableState table();

  /**
   * The versions of a column, the newest first, at most so many. Where there is no such partition,
   * or it has other tokens, those who read cells get what the group serves of the tokens that they
   * ask for: the partition may have been split, merged or moved.
   */
  default List<Cell> get(
      String partition, Bytes row, String family, Bytes qualifier, int versions) {
    return get(partition, row, family, qualifier, versions, Long.MAX_VALUE);
  }

  /**
   * The same, if it has room.
   *
   * @param room how many bytes the cells may take in memory, about
   * @throws NoRoomException with what they take; then no value was read
   */
  List<Cell> get(
      String partition, Bytes row, String family, Bytes qualifier, int versions, long room);

  /** A page of cells in the order of their keys, the newest version of a column first. */
  default CellPage scan(String partition, CellScan scan) {
    return scan(partition, scan, Long.MAX_VALUE);
  }

  /**
   * The same, as much of it as has room; the next page goes on behind.
   *
   * @param room how many bytes the cells may take in memory, about
   * @throws NoRoomException if the first cell alone takes more
   */
  CellPage scan(String partition, CellScan scan, long room);

  /**
   * What the group took of a partition since an attempt to move it to another group began, in a
   * row; empty if nothing is behind, or the attempt is over. {@code UNAVAILABLE} where the
   * partition is lacking.
   *
   * @param after behind the first so many updates of the attempt
   * @param most of them
   * @param room in bytes; the first is among them whatever it takes
   */
  List<ShardUpdate> sent(String partition, long after, int most, long room);

  @Override
  Roster roster();

  /**
   * The name of the partition that has all of these tokens; that which is given, if none has, or if
   * the group is not founded.
   */
  String around(String partition, List<Long> tokens);

  /**
   * The answer to a session's request in a partition; null if it is not the last one there. Refused
   * as {@code UNAVAILABLE} if this replica lacks the partition: then it does not know.
   */
  Result result(String partition, long session, long seq);

  /** The number of a session's last request in a partition, if anything is remembered of it. */
  OptionalLong lastSeq(String partition, long session);

  /** A hash of some cells of a partition, for comparing replicas: 64 hexadecimal digits. */
  String hash(String partition, TokenRange range);

  /**
   * A hash of everything, for comparing replicas at the same zxid: 64 hexadecimal digits. It does
   * not depend on what was flushed, compacted or collected.
   */
  String hash();

  @Override
  void close();
}

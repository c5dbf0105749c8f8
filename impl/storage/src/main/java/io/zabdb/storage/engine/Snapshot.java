package io.zabdb.storage.engine;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.shard.TokenRange;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.Cell;
import io.zabdb.storage.data.Partition;
import java.util.List;
import java.util.Map;

/**
 * The state after a prefix of the log. To be closed soon: what it sees is kept for it. For one
 * thread at a time.
 *
 * <p>Methods that name a partition or family throw {@link io.zabdb.storage.data.StorageException}
 * with {@code NOT_FOUND} if there is none.
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

  /** The versions of a column, the newest first, at most so many. */
  List<Cell> get(String partition, Bytes row, String family, Bytes qualifier, int versions);

  /** A page of cells in the order of their keys, the newest version of a column first. */
  Page scan(String partition, Scan scan);

  /** The number of the last request of each session, whatever it asked. */
  Map<Long, Long> sessions();

  /** The answer to a session's request in a partition; null if it is not the last one there. */
  Result result(String partition, long session, long seq);

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

package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What goes with the cells of an exported partition. The format is in docs/storage-format.md.
 *
 * @param time the applied time, in milliseconds: its cells are no younger
 * @param attempt to move it, under way when it was exported; 0: none
 * @param position how many updates of the attempt it holds
 * @param generations of the sessions
 * @param sessions the last request of each in the partition
 */
record PartitionFile(
    Partition partition,
    long time,
    long attempt,
    long position,
    Generations generations,
    Map<Long, LastRequest> sessions) {

  static final String NAME = "PARTITION";

  private static final int FORMAT = 4;

  /** Without attempt and position. */
  private static final int WITHOUT_ATTEMPT = 2;

  /** Without generations: all sessions are of generation 0. */
  private static final int FIRST_FORMAT = 1;

  static PartitionFile of(TreeSnapshot from, Partition partition) {
    Generations generations = from.kept().of(partition.sessions());
    Map<Long, LastRequest> sessions = new TreeMap<>();
    Trees.forEachRecord(
        from.records(),
        SystemRecords.lastRequests(partition.sessions()),
        (key, value) -> {
          LastRequest last = SystemRecords.toLastRequest(value);
          if (generations.keeps(last.generation())) {
            sessions.put(SystemRecords.sessionOf(key), last);
          }
        });
    Optional<PartitionRecord> moving = from.sending(partition.name());
    // Where it is imported it is by itself.
    Partition alone = new Partition(partition.name(), partition.move(), partition.families());
    return new PartitionFile(
        alone,
        from.applied().time(),
        moving.map(PartitionRecord::epoch).orElse(0L),
        moving.map(PartitionRecord::position).orElse(0L),
        generations.copy(),
        sessions);
  }

  void write(Path directory) throws IOException {
    ByteWriter out = new ByteWriter(1 << 12).putByte(FORMAT);
    out.putBytes(Bytes.wrap(SystemRecords.partition(partition))).putVarint(time);
    out.putVarint(attempt).putVarint(position);
    out.putBytes(Bytes.wrap(SystemRecords.generations(generations)));
    sessions.forEach(
        (session, last) ->
            out.putLong(session).putBytes(Bytes.wrap(SystemRecords.lastRequest(last))));
    Files.write(directory.resolve(NAME), out.toArray());
  }

  static PartitionFile read(Path directory) {
    try {
      ByteReader in = new ByteReader(Files.readAllBytes(directory.resolve(NAME)));
      int format = in.takeByte();
      if (format > FORMAT || format < FIRST_FORMAT) {
        throw new StorageException(
            ErrorCode.CORRUPT,
            directory
                + ": "
                + NAME
                + " is of the format "
                + format
                + ", known are those up to "
                + FORMAT);
      }
      Partition partition = SystemRecords.toPartition(in.takeBytes().array());
      long time = in.takeNumber();
      long attempt = format <= WITHOUT_ATTEMPT ? 0 : in.takeNumber();
      long position = format <= WITHOUT_ATTEMPT ? 0 : in.takeNumber();
      byte[] recorded = format == FIRST_FORMAT ? null : in.takeBytes().array();
      Map<Long, LastRequest> sessions = new TreeMap<>();
      while (in.remaining() > 0) {
        sessions.put(in.takeLong(), SystemRecords.toLastRequest(in.takeBytes().array()));
      }
      Generations generations =
          recorded == null
              ? new Generations(0, 0, 0, sessions.size(), List.of())
              : SystemRecords.toGenerations(recorded);
      return new PartitionFile(partition, time, attempt, position, generations, sessions);
    } catch (IOException e) {
      throw DiskFiles.failed("read " + NAME + " in " + directory, e);
    }
  }
}

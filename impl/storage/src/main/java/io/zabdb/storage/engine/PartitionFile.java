package io.zabdb.storage.engine;

import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.ErrorCode;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What goes with the cells of an exported partition. The format is in docs/storage-format.md.
 *
 * @param time the applied time, in milliseconds: its cells are no younger
 * @param sessions the last request of each in the partition
 */
record PartitionFile(Partition partition, long time, Map<Long, LastRequest> sessions) {

  static final String NAME = "PARTITION";

  private static final int FORMAT = 1;

  static PartitionFile of(TreeView view, Partition partition, long time) {
    Map<Long, LastRequest> sessions = new TreeMap<>();
    Trees.forEachRecord(
        view,
        SystemRecords.lastRequests(partition.name()),
        (key, value) ->
            sessions.put(SystemRecords.sessionOf(key), SystemRecords.toLastRequest(value)));
    return new PartitionFile(partition, time, sessions);
  }

  void write(Path directory) throws IOException {
    ByteWriter out = new ByteWriter(1 << 12).putByte(FORMAT);
    out.putBytes(Bytes.of(SystemRecords.partition(partition))).putVarint(time);
    sessions.forEach(
        (session, last) ->
            out.putLong(session).putBytes(Bytes.of(SystemRecords.lastRequest(last))));
    Files.write(directory.resolve(NAME), out.toArray());
  }

  static PartitionFile read(Path directory) {
    try {
      ByteReader in = new ByteReader(Files.readAllBytes(directory.resolve(NAME)));
      if (in.takeByte() != FORMAT) {
        throw new StorageException(
            ErrorCode.CORRUPT, directory + ": " + NAME + " is not of the format " + FORMAT);
      }
      Partition partition = SystemRecords.toPartition(in.takeBytes().array());
      long time = in.takeNumber();
      Map<Long, LastRequest> sessions = new TreeMap<>();
      while (in.remaining() > 0) {
        sessions.put(in.takeLong(), SystemRecords.toLastRequest(in.takeBytes().array()));
      }
      return new PartitionFile(partition, time, sessions);
    } catch (IOException e) {
      throw DiskFiles.failed("read " + NAME + " in " + directory, e);
    }
  }
}

package io.zabdb.storage.rocks;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Makes and drops families of a database where the disk may be full. With each, RocksDB writes down
 * the options of all; if these find no room it says that it failed, and has done it. Not
 * thread-safe.
 */
final class FamilyMaker {

  /** Families of one tree that may be lost until the database is opened again. */
  static final int MAX_LOST = 100;

  /** About what RocksDB writes down of the options of each family, and some more. */
  private static final long OPTIONS_BYTES = 8 << 10;

  private static final long SPARE_BYTES = 64 << 10;

  /** How often it is asked whether a family is dropped. */
  private static final int DROPS = 3;

  /** One way to make a family. */
  interface Making {
    ColumnFamilyHandle make(ColumnFamilyDescriptor family) throws RocksDBException;
  }

  private final RocksDB db;
  private final Path directory;

  /**
   * @param directory of the database
   */
  FamilyMaker(RocksDB db, Path directory) {
    this.db = db;
    this.directory = directory;
  }

  /**
   * Makes the family of a tree.
   *
   * @param trees how many there are
   * @throws StorageException if it cannot be made; whoever tries again may find room
   */
  ColumnFamilyHandle make(String tree, ColumnFamilyOptions options, int trees, Making making) {
    checkRoom(tree, trees);
    for (int number = 0; number < MAX_LOST; number++) {
      try {
        return making.make(RocksFamilies.descriptor(FamilyNames.of(tree, number), options));
      } catch (RocksDBException e) {
        if (!isRefused(e, "exists")) {
          throw RocksErrors.of("make the tree " + tree, e);
        }
      }
    }
    throw new StorageException(
        ErrorCode.IO,
        MAX_LOST + " trees " + tree + " were lost on a full disk; to be opened again");
  }

  /**
   * Makes the families of trees, none of which there is, in one step.
   *
   * @param trees how many there are
   * @return by tree; none, if RocksDB has refused it, for what some of them may have been made and
   *     are lost: then each has to be made alone
   * @throws StorageException if there is no room
   */
  Map<String, ColumnFamilyHandle> makeAll(
      List<String> wanted, Function<String, ColumnFamilyOptions> options, int trees) {
    if (wanted.size() < 2) {
      return Map.of();
    }
    checkRoom(wanted.get(0) + " and others", trees + wanted.size());
    List<ColumnFamilyDescriptor> families =
        wanted.stream()
            .map(tree -> RocksFamilies.descriptor(FamilyNames.of(tree, 0), options.apply(tree)))
            .toList();
    List<ColumnFamilyHandle> handles;
    try {
      handles = db.createColumnFamilies(families);
    } catch (RocksDBException e) {
      return Map.of();
    }
    Map<String, ColumnFamilyHandle> made = new LinkedHashMap<>();
    for (int i = 0; i < handles.size(); i++) {
      made.put(wanted.get(i), handles.get(i));
    }
    return made;
  }

  /** What would fail in the middle is not begun; else each attempt might leave a family behind. */
  private void checkRoom(String tree, int trees) {
    long needed = (trees + 1) * OPTIONS_BYTES + SPARE_BYTES;
    try {
      long room = Files.getFileStore(directory).getUsableSpace();
      if (room < needed) {
        throw new StorageException(
            ErrorCode.DISK_FULL,
            "no room to make the tree " + tree + ": " + needed + " bytes, the disk has " + room);
      }
    } catch (IOException e) {
      throw DiskFiles.failed("tell the room in " + directory, e);
    }
  }

  /**
   * Drops the family of a tree.
   *
   * @throws StorageException if it cannot be dropped
   */
  void drop(String tree, ColumnFamilyHandle family) {
    RocksDBException failed = null;
    for (int i = 0; i < DROPS; i++) {
      try {
        db.dropColumnFamily(family);
        return;
      } catch (RocksDBException e) {
        if (isRefused(e, "dropped")) {
          return;
        }
        failed = e;
      }
    }
    throw RocksErrors.of("drop the tree " + tree, failed);
  }

  /** RocksDB has no codes of their own for what is so already. */
  private static boolean isRefused(RocksDBException error, String already) {
    Status status = error.getStatus();
    return status != null
        && status.getCode() == Status.Code.InvalidArgument
        && String.valueOf(error.getMessage()).contains("already " + already);
  }
}

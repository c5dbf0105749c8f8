package io.zabdb.storage.rocks;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.ExportImportFilesMetaData;
import org.rocksdb.ImportColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A database that is opened for a moment, on links to the files of another one: nothing is
 * compacted in it, and what it writes is in its own directory, which is deleted when it is closed.
 * So families go from database to database as links; RocksDB alone can say which of its files make
 * up one. Not thread-safe.
 */
final class RocksScratch implements AutoCloseable {

  /** What a database is called by. */
  static final String CURRENT = "CURRENT";

  /** The only family of a carrier. */
  private static final String CELLS = "cells";

  private static final String EXPORTED = "exported";

  /** Of no use to anybody, and not for other eyes. */
  private static final List<String> NOTES = List.of("LOG", "LOCK");

  private final Path directory;
  private final boolean stays;
  private final DBOptions options = new DBOptions().setCreateIfMissing(true);
  private final ColumnFamilyOptions families =
      new ColumnFamilyOptions().setDisableAutoCompactions(true);
  private final Map<String, ColumnFamilyHandle> trees = new TreeMap<>();
  private final RocksDB db;

  /**
   * @param database its files, in this directory or one in it
   * @param stays whether the directory does, when this is closed
   */
  private RocksScratch(Path directory, Path database, boolean stays) {
    this.directory = directory;
    this.stays = stays;
    try {
      RocksFamilies opened = RocksFamilies.open(options, database, tree -> families);
      db = opened.db();
      trees.putAll(opened.trees());
      opened.lost().forEach(ColumnFamilyHandle::close);
    } catch (RocksDBException e) {
      families.close();
      options.close();
      throw RocksErrors.of("open " + database, e);
    }
  }

  /**
   * Opens links to the files of a database.
   *
   * @param files of it, anywhere
   * @param directory is made anew
   */
  static RocksScratch of(List<Path> files, Path directory) {
    try {
      DiskFiles.delete(directory);
      DiskFiles.createDirectory(directory);
      Path database = Files.createDirectory(directory.resolve("db"));
      for (Path file : files) {
        if (!file.endsWith(Manifest.NAME)) {
          RocksHome.linkOrCopy(file, database.resolve(file.getFileName()));
        }
      }
      return new RocksScratch(directory, database, false);
    } catch (IOException e) {
      throw DiskFiles.failed("link files into " + directory, e);
    }
  }

  RocksView view() {
    return new RocksView(db, trees, null, () -> {});
  }

  /** Links to the files of a tree, as RocksDB takes them. */
  private ExportImportFilesMetaData export(String tree) {
    ColumnFamilyHandle handle = trees.get(tree);
    if (handle == null) {
      throw new StorageException(ErrorCode.CORRUPT, directory + " has no tree " + tree);
    }
    try (Checkpoint links = Checkpoint.create(db)) {
      return links.exportColumnFamily(handle, directory.resolve(EXPORTED).toString());
    } catch (RocksDBException e) {
      throw RocksErrors.of("export the tree " + tree, e);
    }
  }

  /** Makes a database in a directory, with one tree of this one as links; none if it is empty. */
  void carry(String tree, Path carrier) {
    ColumnFamilyHandle handle = trees.get(tree);
    if (handle != null && db.getColumnFamilyMetaData(handle).fileCount() == 0) {
      return;
    }
    try (ExportImportFilesMetaData exported = export(tree);
        RocksScratch made = new RocksScratch(carrier, carrier, true)) {
      made.trees.put(
          CELLS, take(made.db, RocksFamilies.descriptor(CELLS, made.families), exported));
    } catch (RocksDBException e) {
      throw RocksErrors.of("link the tree " + tree + " into " + carrier, e);
    }
  }

  /** What a carrier carries, as links, for {@link #take}. */
  ExportImportFilesMetaData cells() {
    return export(CELLS);
  }

  /** Makes a family of what another database has exported. */
  static ColumnFamilyHandle take(
      RocksDB db, ColumnFamilyDescriptor family, ExportImportFilesMetaData exported)
      throws RocksDBException {
    try (ImportColumnFamilyOptions moving = new ImportColumnFamilyOptions().setMoveFiles(true)) {
      return db.createColumnFamilyWithImport(family, moving, exported);
    }
  }

  @Override
  public void close() {
    trees.values().forEach(ColumnFamilyHandle::close);
    db.close();
    families.close();
    options.close();
    try {
      if (!stays) {
        DiskFiles.delete(directory);
        return;
      }
      for (String note : NOTES) {
        Files.deleteIfExists(directory.resolve(note));
      }
    } catch (IOException e) {
      throw DiskFiles.failed("remove " + directory, e);
    }
  }
}

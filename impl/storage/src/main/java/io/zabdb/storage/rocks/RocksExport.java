package io.zabdb.storage.rocks;

import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.TablePool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The files that make up a database at one moment. Tables never change: they get another name. The
 * manifest only grows: its beginning is copied. What RocksDB's own checkpoints do, but in two
 * halves, since linking thousands of files takes long and need not be waited for.
 */
final class RocksExport implements Export {

  private static final String CURRENT = "CURRENT";
  private static final String MANIFEST = "MANIFEST-";
  private static final String TABLE = ".sst";

  private final RocksDB db;
  private final Path database;
  private final RocksDB.LiveFiles live;

  /**
   * Takes the files as they are; nothing may be written meanwhile.
   *
   * @param database its directory
   */
  RocksExport(RocksDB db, Path database) throws RocksDBException {
    this.db = db;
    this.database = database;
    db.disableFileDeletions();
    try {
      live = db.getLiveFiles(false);
    } catch (RocksDBException | RuntimeException e) {
      db.enableFileDeletions();
      throw e;
    }
  }

  @Override
  public Map<String, String> write(Path directory, TablePool.Choice tables) {
    try {
      DiskFiles.createDirectory(directory);
      TablePool pool = tables.of(database);
      Map<String, String> pooled = new TreeMap<>();
      for (String each : live.files) {
        String name = Path.of(each).getFileName().toString();
        if (name.endsWith(TABLE)) {
          pooled.put(name, pool.add(database.resolve(name)));
        } else {
          add(name, directory.resolve(name));
          DiskFiles.sync(directory.resolve(name));
        }
      }
      pool.sync();
      DiskFiles.sync(directory);
      return pooled;
    } catch (IOException e) {
      throw DiskFiles.failed("export to " + directory, e);
    }
  }

  @Override
  public void link(Path directory) {
    try {
      DiskFiles.createDirectory(directory);
      for (String each : live.files) {
        String name = Path.of(each).getFileName().toString();
        if (name.endsWith(TABLE)) {
          Files.createLink(directory.resolve(name), database.resolve(name));
        } else {
          add(name, directory.resolve(name));
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed("link to " + directory, e);
    }
  }

  private void add(String name, Path to) throws IOException {
    if (name.startsWith(MANIFEST)) {
      copy(database.resolve(name), to, live.manifestFileSize);
    } else if (name.equals(CURRENT)) {
      // It may name the next manifest by now.
      Files.writeString(to, manifest() + "\n", StandardCharsets.ISO_8859_1);
    } else {
      Files.copy(database.resolve(name), to);
    }
  }

  private String manifest() {
    return live.files.stream()
        .map(each -> Path.of(each).getFileName().toString())
        .filter(name -> name.startsWith(MANIFEST))
        .findFirst()
        .orElseThrow();
  }

  private static void copy(Path from, Path to, long bytes) throws IOException {
    try (InputStream in = Files.newInputStream(from);
        OutputStream out = Files.newOutputStream(to)) {
      byte[] buffer = new byte[1 << 16];
      long left = bytes;
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          throw new IOException(from + " ends " + left + " bytes too early");
        }
        out.write(buffer, 0, read);
        left -= read;
      }
    }
  }

  @Override
  public void close() {
    try {
      db.enableFileDeletions();
    } catch (RocksDBException e) {
      throw RocksErrors.of("delete files again", e);
    }
  }
}

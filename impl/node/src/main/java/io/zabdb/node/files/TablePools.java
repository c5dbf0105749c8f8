package io.zabdb.node.files;

import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.TablePool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The tables of a replica's checkpoints, {@code tables-N/} for each database that it has had since
 * checkpoints of it are kept. The pool of another process is not added to: who knows whether a
 * table in it is what its name says. Not thread-safe.
 */
final class TablePools implements TablePool.Choice {

  private static final String PREFIX = "tables-";

  private final Path directory;
  private TablePool present;
  private Path database;
  private long number;

  TablePools(Path directory) {
    this.directory = directory;
  }

  /** Whether the name is that of a pool's directory. */
  static boolean isPool(Path path) {
    return path.getFileName().toString().matches(PREFIX + "\\d{1,18}");
  }

  private static long numberOf(Path pool) {
    return Long.parseLong(pool.getFileName().toString().substring(PREFIX.length()));
  }

  Path directoryOf(long pool) {
    return directory.resolve(PREFIX + pool);
  }

  /** The one that was chosen last in this process; 0: none was. */
  long present() {
    return number;
  }

  @Override
  public TablePool of(Path from) throws IOException {
    if (present == null || !from.equals(database)) {
      long last =
          DiskFiles.list(directory).stream()
              .filter(TablePools::isPool)
              .mapToLong(TablePools::numberOf)
              .max()
              .orElse(0);
      DiskFiles.createDirectory(directoryOf(last + 1));
      number = last + 1;
      present = new TablePool(directoryOf(number));
      database = from;
    }
    return present;
  }

  /**
   * Deletes the tables that no checkpoint has any more.
   *
   * @param inUse for each pool that is in use, the names of the files of its checkpoints
   */
  void retain(Map<Long, Set<String>> inUse) throws IOException {
    for (Path pool : DiskFiles.list(directory).stream().filter(TablePools::isPool).toList()) {
      long each = numberOf(pool);
      Set<String> names = inUse.getOrDefault(each, Set.of());
      if (each == number) {
        present.retain(names);
      } else if (names.isEmpty()) {
        DiskFiles.delete(pool);
      } else {
        TablePool.retain(pool, names);
      }
    }
  }
}

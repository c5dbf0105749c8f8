package io.zabdb.storage.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A directory of the tables of exported states, each once, however many of the states have it: a
 * table never changes. So an export costs what is new since the one before, and not what the store
 * has. They are hard links to the tables of one database, whose names are never given twice.
 * Thread-safe.
 */
public final class TablePool {

  private final Path directory;

  /** By name, as a {@link Manifest} describes them. Those on disk, if it was begun empty. */
  private final Map<String, String> tables = new HashMap<>();

  /**
   * @param directory has no tables yet; is there when the first one comes
   */
  public TablePool(Path directory) {
    this.directory = directory;
  }

  public Path directory() {
    return directory;
  }

  /**
   * Links a table, unless it is there already. It is on disk once {@link #sync} has returned.
   *
   * @param table of the database
   * @return its size and sum, as in a manifest
   */
  public synchronized String add(Path table) throws IOException {
    String name = table.getFileName().toString();
    String known = tables.get(name);
    if (known != null) {
      return known;
    }
    Path link = directory.resolve(name);
    // An attempt before may have failed behind this.
    Files.deleteIfExists(link);
    Files.createLink(link, table);
    DiskFiles.sync(link);
    String description = Manifest.describe(link);
    tables.put(name, description);
    return description;
  }

  /** Makes the names of all tables durable. */
  public void sync() throws IOException {
    DiskFiles.sync(directory);
  }

  /** Deletes all tables but these. */
  public synchronized void retain(Set<String> names) throws IOException {
    tables.keySet().retainAll(names);
    retain(directory, names);
  }

  /**
   * Deletes all files except these in the directory of a pool to which nothing is added any more.
   */
  public static void retain(Path directory, Set<String> names) throws IOException {
    for (Path each : DiskFiles.list(directory)) {
      if (!names.contains(each.getFileName().toString())) {
        Files.delete(each);
      }
    }
  }

  /**
   * Where the tables of exported states go: whoever keeps the states has a pool for each database.
   */
  public interface Choice {

    /**
     * The pool for tables of a database, whose directory exists.
     *
     * @param database its directory; another one has other tables by the same names
     */
    TablePool of(Path database) throws IOException;
  }
}

package io.zabdb.storage.memory;

import io.zabdb.storage.tree.Changes;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.ExportedState;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.SkippedFiles;
import io.zabdb.storage.tree.TablePool;
import io.zabdb.storage.tree.TreeChanges;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/** Trees as sorted maps, on a {@link MemoryDisk}. All methods may be called from any thread. */
public final class MemoryTreeStore implements TreeStore {

  private static final String SUFFIX = ".cells";

  private final MemoryDisk disk;
  // Views of the newest state read it while trees come and go.
  private final Map<String, MemoryTree> trees;

  /** Opens the store with what was flushed to a disk. */
  public MemoryTreeStore(MemoryDisk disk) {
    this.disk = disk;
    disk.flushed.computeIfAbsent(SYSTEM, name -> new MemoryTree().share());
    trees = new ConcurrentSkipListMap<>(disk.flushed);
  }

  @Override
  public synchronized Set<String> trees() {
    Set<String> names = new TreeSet<>(trees.keySet());
    names.remove(SYSTEM);
    return names;
  }

  @Override
  public synchronized void create(String tree) {
    disk.checkConnected();
    MemoryTree empty = new MemoryTree().share();
    trees.put(tree, empty);
    disk.flushed.put(tree, empty);
  }

  @Override
  public synchronized void drop(String tree) {
    disk.checkConnected();
    trees.remove(tree);
    disk.flushed.remove(tree);
  }

  @Override
  public TreeView latest() {
    return new MemoryView(trees);
  }

  @Override
  public synchronized TreeView snapshot() {
    return new MemoryView(shared());
  }

  private Map<String, MemoryTree> shared() {
    trees.values().forEach(MemoryTree::share);
    return new TreeMap<>(trees);
  }

  @Override
  public synchronized void write(Changes changes) {
    for (Map.Entry<String, TreeChanges> changed : changes.trees().entrySet()) {
      trees.computeIfPresent(changed.getKey(), (name, tree) -> tree.with(changed.getValue()));
    }
  }

  @Override
  public synchronized void flush() {
    disk.checkConnected();
    disk.flushed = shared();
  }

  @Override
  public boolean isFlushing() {
    return false;
  }

  @Override
  public synchronized byte[] flushed(byte[] key) {
    return disk.flushed.get(SYSTEM).cells().get(key);
  }

  @Override
  public synchronized Export export() {
    return new MemoryExport(Map.copyOf(disk.flushed));
  }

  private record MemoryExport(Map<String, MemoryTree> trees) implements Export {

    @Override
    public Map<String, String> write(Path directory, TablePool.Choice tables) {
      try {
        DiskFiles.createDirectory(directory);
      } catch (IOException e) {
        throw DiskFiles.failed("make " + directory, e);
      }
      trees.forEach(
          (name, tree) ->
              FlatFile.write(directory.resolve(name + SUFFIX), new MemoryCursor(tree.cells())));
      return Map.of();
    }

    @Override
    public void link(Path directory) {
      write(directory, database -> new TablePool(directory));
    }

    @Override
    public void close() {}
  }

  @Override
  public synchronized void importAll(Path directory) {
    disk.checkConnected();
    Map<String, MemoryTree> imported = read(directory);
    disk.flushed = imported;
    disk.importPending = true;
    trees.clear();
    trees.putAll(imported);
  }

  private static Map<String, MemoryTree> read(Path directory) {
    Map<String, MemoryTree> imported = new TreeMap<>();
    try {
      for (Path file : DiskFiles.list(directory)) {
        String name = file.getFileName().toString();
        if (name.endsWith(SUFFIX)) {
          imported.put(
              name.substring(0, name.length() - SUFFIX.length()),
              new MemoryTree().with(FlatFile.read(file)).share());
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    }
    return imported;
  }

  @Override
  public ExportedState open(Path exported) {
    return new Exported(new MemoryView(read(exported)));
  }

  private record Exported(MemoryView view) implements ExportedState {

    @Override
    public void exportTree(String tree, Path directory) {
      try (Cursor cursor = view.open(tree, new byte[0], null)) {
        write(cursor, directory);
      }
    }

    @Override
    public void close() {
      view.close();
    }
  }

  @Override
  public synchronized boolean isImportPending() {
    return disk.importPending;
  }

  @Override
  public synchronized void finishImport() {
    disk.checkConnected();
    disk.importPending = false;
  }

  @Override
  public List<Path> exportTree(Cursor cursor, Path directory) {
    return write(cursor, directory);
  }

  private static List<Path> write(Cursor cursor, Path directory) {
    if (!cursor.isValid()) {
      return List.of();
    }
    Path file = directory.resolve("0" + SUFFIX);
    FlatFile.write(file, cursor);
    return List.of(file);
  }

  @Override
  public synchronized void importTree(String tree, List<Path> files) {
    disk.checkConnected();
    for (Path file : files) {
      MemoryTree imported = trees.get(tree).with(FlatFile.read(file)).share();
      trees.put(tree, imported);
      disk.flushed.put(tree, imported);
    }
  }

  @Override
  public synchronized long size(String tree, byte[] from, byte[] to) {
    long bytes = 0;
    for (Map.Entry<byte[], byte[]> cell :
        MemoryTree.range(trees.get(tree).cells(), from, to).entrySet()) {
      bytes += cell.getKey().length + cell.getValue().length;
    }
    return bytes;
  }

  /** There are no files. */
  @Override
  public long verify() {
    return 0;
  }

  /** There are no files. */
  @Override
  public FileScan scanFiles() {
    return new FileScan() {
      @Override
      public long read(long most) {
        return 0;
      }

      @Override
      public SkippedFiles skipped() {
        return SkippedFiles.NONE;
      }

      @Override
      public void close() {}
    };
  }

  /** There is nothing to compact. */
  @Override
  public void setAutomaticCompaction(boolean automatic) {}

  /** There is nothing to limit. */
  @Override
  public void limitRate(long bytesPerSecond) {}

  /** There is nothing to compact. */
  @Override
  public void compact(String tree, byte[] from, byte[] to) {}

  @Override
  public TreePressure pressure() {
    return TreePressure.NONE;
  }

  /** A crash: what was not flushed is lost. */
  @Override
  public synchronized void close() {
    trees.clear();
  }
}

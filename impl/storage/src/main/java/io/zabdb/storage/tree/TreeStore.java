package io.zabdb.storage.tree;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Ordered trees of bytes. What is written is in memory until a flush takes all trees to disk at
 * once, at a moment of the store's choice; a crash takes them back to the last flush. {@link
 * #snapshot}, {@link #exportTree}, {@link #size}, {@link #verify} and what concerns compaction may
 * be called from any thread, {@link #flush}, {@link #create}, {@link #importTree} and {@link #drop}
 * by one beside another that writes to other trees, all else from one at a time.
 *
 * <p>All methods throw {@link io.zabdb.storage.data.StorageException} with {@code IO} or {@code
 * CORRUPT} when the disk fails.
 *
 * <p>Source: {@code AppliedIndex!store}.
 */
public interface TreeStore extends AutoCloseable {

  /** The tree that every store has. */
  String SYSTEM = "default";

  /** The names of the trees, {@link #SYSTEM} not among them. */
  Set<String> trees();

  /** Adds an empty tree; on disk at once. */
  void create(String tree);

  /** The same of many, which may cost hardly more; if it fails, some of them may be there. */
  default void createAll(List<String> trees) {
    trees.forEach(this::create);
  }

  /** Removes a tree; on disk at once. Views that are open still see it. */
  void drop(String tree);

  /** Always the newest state; only for the thread that writes. */
  TreeView latest();

  /** The present state. */
  TreeView snapshot();

  /** Makes all changes, or none. */
  void write(Changes changes);

  /** Takes all trees to disk, as they are, at once. */
  void flush();

  /** Whether a flush is under way, or due, that nobody asked for. */
  boolean isFlushing();

  /** The value of a key of {@link #SYSTEM} as of the last flush, null if it had none. */
  byte[] flushed(byte[] key);

  /** The flushed state, to be written somewhere while the store goes on; this is short. */
  Export export();

  /** Replaces the whole state by an exported one. No view may be open. A crash keeps either. */
  void importAll(Path directory);

  /** Whether a state was imported and {@link #finishImport} not called since, crash or not. */
  boolean isImportPending();

  void finishImport();

  /**
   * Opens an exported state beside this one, which it has nothing to do with. One at a time.
   *
   * @param exported as {@link Export#link} has made it
   */
  ExportedState open(Path exported);

  /** Writes what a cursor goes through into files in a directory, which exists. */
  List<Path> exportTree(Cursor cursor, Path directory);

  /** Adds exported files to an empty tree; on disk at once. The files stay. */
  void importTree(String tree, List<Path> files);

  /**
   * About how many bytes a range takes, in memory and on disk.
   *
   * @param to the first key behind the range; null: there is none
   */
  long size(String tree, byte[] from, byte[] to);

  /** Reads all files and checks their checksums; returns about how many bytes they have. */
  long verify();

  /** Begins to do the same bit by bit, with the files that there are now. */
  FileScan scanFiles();

  /** Whether trees are compacted by themselves, also trees to come. They are when opened. */
  void setAutomaticCompaction(boolean automatic);

  /**
   * Limits what flushes and compactions write from now on.
   *
   * @param bytesPerSecond 0: the limit that the store was opened with, or none
   */
  void limitRate(long bytesPerSecond);

  /**
   * Compacts a range of a tree, and returns when it is done. Reads and writes go on.
   *
   * @param to the first key behind the range; null: there is none
   */
  void compact(String tree, byte[] from, byte[] to);

  /** The present compaction pressure, polled. */
  TreePressure pressure();

  /** Closes without a flush. No view may be open. */
  @Override
  void close();
}

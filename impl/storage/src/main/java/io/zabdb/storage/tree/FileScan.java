package io.zabdb.storage.tree;

/**
 * A reading of all files that a store had at one moment, part by part, which checks their
 * checksums. The store goes on meanwhile, and may be closed; what it has deleted since is left out,
 * and what cannot be opened at present. For one thread at a time.
 *
 * <p>Bytes are read as the system gives them, from its cache, too: as reads of clients would get
 * them.
 */
public interface FileScan extends AutoCloseable {

  /**
   * Reads on.
   *
   * @param most how many bytes at most, at least 1
   * @return how many were read; fewer than {@code most}: that was all
   * @throws io.zabdb.storage.data.StorageException with {@code CORRUPT} if a file is damaged, or is
   *     not there though the store needs it, and {@code IO} if it cannot be read; either names the
   *     file
   */
  long read(long most);

  /** What could not be opened so far. */
  SkippedFiles skipped();

  /** Lets go of the files. */
  @Override
  void close();
}

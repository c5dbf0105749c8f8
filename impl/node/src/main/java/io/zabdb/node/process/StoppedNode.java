package io.zabdb.node.process;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * The data of a node that does not run; it cannot be started until this is closed. Used by one
 * thread.
 */
public final class StoppedNode implements AutoCloseable {

  private final DataDirectory directory;
  private final NodeIdentity identity;

  private StoppedNode(DataDirectory directory, NodeIdentity identity) {
    this.directory = directory;
    this.identity = identity;
  }

  /**
   * Opens the data directory of a node.
   *
   * @throws StartRefusedException if it is in use, is not that of a node, or cannot be read; the
   *     message says which
   */
  public static StoppedNode open(Path path) throws StartRefusedException {
    IdentityFile file = new IdentityFile(path);
    if (file.isMissing()) {
      throw new StartRefusedException(
          ExitCode.MISCONFIGURED,
          path + " has no " + IdentityFile.NAME + ": it is not the data directory of a node");
    }
    DataDirectory directory = DataDirectory.open(path);
    try {
      return new StoppedNode(directory, file.read());
    } catch (StartRefusedException e) {
      directory.closeQuietly();
      throw e;
    } catch (IOException e) {
      directory.closeQuietly();
      throw new StartRefusedException(ExitCode.UNAVAILABLE, path + " cannot be read: " + e, e);
    }
  }

  /** Whether it is that node of that cluster. */
  public boolean is(UUID cluster, int node) {
    return identity.cluster().equals(cluster) && identity.node() == node;
  }

  /** Where the folder of a replica goes, in the same directory. */
  public static Path placeAside(Path path, int group) {
    return path.resolve("group-" + group + ".set-aside");
  }

  /**
   * Moves the folder of a replica away; the next start begins it anew. On disk when this returns.
   *
   * @return where it is now
   * @throws FileAlreadyExistsException if one was moved there before
   * @throws NoSuchFileException if there is no such replica
   */
  public Path setAside(int group) throws IOException {
    Path aside = placeAside(directory.path(), group);
    if (Files.exists(aside)) {
      throw new FileAlreadyExistsException(aside.toString());
    }
    Files.move(directory.path().resolve("group-" + group), aside, StandardCopyOption.ATOMIC_MOVE);
    DiskFiles.sync(directory.path());
    return aside;
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}

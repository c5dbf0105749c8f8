package io.zabdb.node.files;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a damaged store aside at the start of a replica, if the log has every entry since the first:
 * then they are applied again, and nothing is lost ({@code AppliedIndex!Recover} of a store that
 * was never flushed). Where the log was purged, the damaged store stays, and the replica is unfit
 * until it is rebuilt from its group.
 */
public final class SetAside {

  private static final Logger LOG = LoggerFactory.getLogger(SetAside.class);

  private SetAside() {}

  /** Says that the store of a replica is damaged. */
  public static Path mark(Path directory) {
    return directory.resolve("store.damage");
  }

  /**
   * Moves a store away that is marked, so that a new one begins.
   *
   * @param directory of the replica
   * @param purged how many entries have been purged from the log
   * @return what is known of damage that is still there; empty if there is none
   */
  public static String ifMarked(Path directory, long purged) throws IOException {
    Path mark = mark(directory);
    if (!Files.exists(mark)) {
      return "";
    }
    String what = Files.readString(mark).strip();
    if (purged > 0) {
      return what;
    }
    Path aside = directory.resolve("store.damaged");
    DiskFiles.delete(aside);
    Path store = directory.resolve("store");
    if (Files.exists(store)) {
      Files.move(store, aside, StandardCopyOption.ATOMIC_MOVE);
    }
    DiskFiles.sync(directory);
    Files.delete(mark);
    LOG.warn("The store is made anew from the log; the damaged one is kept in {}: {}", aside, what);
    return "";
  }
}

package io.zabdb.node.process;

import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogFailedException;
import io.zabdb.log.file.DirectoryRefusedException;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.NoSpace;
import java.io.IOException;
import java.net.BindException;

/** What failures mean to people: one line that says what to do. */
final class Causes {

  private Causes() {}

  /** What happened and what to do. */
  static String explain(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      String known = known(each);
      if (known != null) {
        return known;
      }
    }
    return "failed: " + cause + "; see the log above, then start the node again";
  }

  /** How the process ends when a start fails so. */
  static int exitCode(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof DirectoryRefusedException) {
        return ExitCode.MISCONFIGURED;
      }
      if (isWantOfRoom(each) || each instanceof BindException) {
        return ExitCode.UNAVAILABLE;
      }
    }
    return ExitCode.FAILED;
  }

  /** How a process ends that such a failure ends. */
  static int endCode(Throwable cause) {
    return cause instanceof OutOfMemoryError ? ExitCode.OUT_OF_MEMORY : ExitCode.FAILED;
  }

  /** Of the log, of the store, or of the file system: its own error has no type. */
  private static boolean isWantOfRoom(Throwable cause) {
    return cause instanceof DiskFullException
        || (cause instanceof StorageException storage && storage.code() == ErrorCode.DISK_FULL)
        || (cause instanceof IOException && NoSpace.isCauseOf(cause));
  }

  private static String known(Throwable cause) {
    String what = cause.getMessage();
    if (cause instanceof OutOfMemoryError) {
      return "out of memory: "
          + what
          + "; start the node again, and if it comes back, give it more (ZABDB_NODE_JAVA_OPTS)";
    }
    if (cause instanceof CorruptLogException) {
      return "damaged: " + what + "; rebuild the replica (docs/operations.md, damaged replica)";
    }
    if (cause instanceof StorageException storage && storage.code() == ErrorCode.CORRUPT) {
      return "damaged: " + what + "; rebuild the replica (docs/operations.md, damaged replica)";
    }
    if (cause instanceof LogFailedException) {
      return "disk failure: " + what + "; check the disk, then start the node again";
    }
    if (isWantOfRoom(cause)) {
      return "disk full: " + what + "; make room, then start the node again";
    }
    if (cause instanceof DirectoryRefusedException) {
      return "refused: " + what;
    }
    if (cause instanceof ProtocolViolation) {
      return "protocol violation: "
          + what
          + "; this is a defect: keep the data directory and the log, and report them";
    }
    return null;
  }
}

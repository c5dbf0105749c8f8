package io.zabdb.coordination.error;

import io.zabdb.model.error.ErrorCode;

/**
 * Why an operation of the configuration manager failed: for code that sets clusters up, which must
 * tell apart what is the same to users. They see an {@link ErrorCode}, as of everything else; a
 * manager whose data cannot be read is to them one that cannot be reached.
 */
public enum ManagerError {
  /**
   * ZooKeeper did not answer in time. A change may have been made, or may still be; all operations
   * can be repeated.
   */
  UNAVAILABLE(ErrorCode.UNREACHABLE, true),
  /** Too many operations wait for ZooKeeper already; nothing was done. */
  OVERLOADED(ErrorCode.OVERLOADED, false),
  /** The manager was closed; a change may have been made. */
  CLOSED(ErrorCode.CLOSED, true),
  /** There is no such cluster, or none at all. */
  NO_SUCH_CLUSTER(ErrorCode.NOT_FOUND, false),
  /** No cluster was named, and there are several. */
  SEVERAL_CLUSTERS(ErrorCode.INVALID_ARGUMENT, false),
  /** The cluster, or the group, exists with another definition. */
  OTHER_DEFINITION(ErrorCode.INVALID_ARGUMENT, false),
  /** There is no such group. */
  NO_SUCH_GROUP(ErrorCode.NOT_FOUND, false),
  /** The group owns partitions still. */
  GROUP_IN_USE(ErrorCode.INVALID_ARGUMENT, false),
  /** The ring has another version than the one to be replaced. */
  RING_CHANGED(ErrorCode.INVALID_ARGUMENT, false),
  /** Another live process is registered as this node. */
  NODE_TAKEN(ErrorCode.INVALID_ARGUMENT, false),
  /** An argument is outside its bounds. */
  INVALID_ARGUMENT(ErrorCode.INVALID_ARGUMENT, false),
  /** The data do not fit into a znode, or into one transaction. */
  TOO_LARGE(ErrorCode.UNREACHABLE, false),
  /** A znode holds what this version cannot read. */
  MALFORMED(ErrorCode.UNREACHABLE, false),
  /** The data directory is in use by another process. */
  DIRECTORY_IN_USE(ErrorCode.UNAVAILABLE, false),
  /** The embedded server did not start, or it stopped by itself. */
  SERVER_FAILED(ErrorCode.UNAVAILABLE, false),
  /** ZooKeeper refused: the cause says why. */
  REFUSED(ErrorCode.UNREACHABLE, false);

  private final ErrorCode code;
  private final boolean mayHaveHappened;

  ManagerError(ErrorCode code, boolean mayHaveHappened) {
    this.code = code;
    this.mayHaveHappened = mayHaveHappened;
  }

  /** As users see it. */
  public ErrorCode code() {
    return code;
  }

  /** Whether a change may have been made or may yet be made. */
  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }
}

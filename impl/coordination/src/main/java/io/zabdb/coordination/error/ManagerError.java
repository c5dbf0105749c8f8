package io.zabdb.coordination.error;

/** Why an operation of the configuration manager failed. */
public enum ManagerError {
  /**
   * ZooKeeper did not answer in time. A change may have been made, or may still be; all operations
   * can be repeated.
   */
  UNAVAILABLE,
  /** Too many operations wait for ZooKeeper already; nothing was done. */
  OVERLOADED,
  /** The manager was closed; a change may have been made. */
  CLOSED,
  /** There is no such cluster, or none at all. */
  NO_SUCH_CLUSTER,
  /** No cluster was named, and there are several. */
  SEVERAL_CLUSTERS,
  /** The cluster, or the group, exists with another definition. */
  OTHER_DEFINITION,
  /** There is no such group. */
  NO_SUCH_GROUP,
  /** The group owns partitions still. */
  GROUP_IN_USE,
  /** The ring has another version than the one to be replaced. */
  RING_CHANGED,
  /** Another live process is registered as this node. */
  NODE_TAKEN,
  /** An argument is outside its bounds. */
  INVALID_ARGUMENT,
  /** The data do not fit into a znode, or into one transaction. */
  TOO_LARGE,
  /** A znode holds what this version cannot read. */
  MALFORMED,
  /** The data directory is in use by another process. */
  DIRECTORY_IN_USE,
  /** The embedded server did not start, or it stopped by itself. */
  SERVER_FAILED,
  /** ZooKeeper refused: the cause says why. */
  REFUSED
}

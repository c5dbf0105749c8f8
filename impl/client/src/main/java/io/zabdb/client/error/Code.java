package io.zabdb.client.error;

/** The names of what may go wrong, each with what to do about it. */
public enum Code {
  /** Nobody answered in time, or nobody who knew the outcome. */
  TIMEOUT("Read what it would have written before you send it again."),
  /** No node could be connected to. */
  UNREACHABLE("Check that the cluster is up, and the addresses that the client was given."),
  /** No leader with a quorum is known: too many nodes of the group are down or cut off. */
  NO_QUORUM("Try again later; see which nodes are down with 'zabdb status'."),
  /** The group that was asked does not own the partition, and no newer ring was found. */
  WRONG_OWNER("Try again later: the partition is on the move."),
  /** A limit on work under way is reached, in the client or at the node. */
  OVERLOADED("Try again after a while, or send less at a time."),
  /** The node is starting or shutting down. */
  UNAVAILABLE("Try again later."),
  /** The disk of the leader has no room for updates. */
  DISK_FULL("Make room on the disks of the nodes; reads go on."),
  /** The request makes no sense. */
  INVALID_ARGUMENT("Change the request."),
  /** Something in the request exceeds its limit. */
  TOO_LARGE("Send less in one request."),
  /** There is no such partition, family, group or node. */
  NOT_FOUND("Check the names in the request."),
  /** Bytes on the disk of a node are damaged. */
  CORRUPT("Run 'zabdb check', and rebuild the damaged replica from its group."),
  /** The update was made once, but its result is no longer known. */
  STALE("Read what it wrote; do not send it again."),
  /**
   * The session of the update was forgotten while it was sent again: nobody knows whether an
   * attempt before was made.
   */
  TOO_OLD("Read what it would have written before you send it again."),
  /** The client's certificate does not name the role that the request needs. */
  FORBIDDEN("Use a certificate that names the role; docs/operations.md says how."),
  /** The nodes are of another cluster. */
  WRONG_CLUSTER("Check the addresses, and the cluster that the client was told to expect."),
  /** A failure of the node that no other name fits. */
  INTERNAL("See the log of the node."),
  /** The client was closed. */
  CLOSED("Use an open client.");

  private final String advice;

  Code(String advice) {
    this.advice = advice;
  }

  /** What to do: a sentence. */
  public String advice() {
    return advice;
  }
}

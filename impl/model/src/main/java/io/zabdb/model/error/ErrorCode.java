package io.zabdb.model.error;

/**
 * The names of what may go wrong, the same in stores, on the wire and in clients, each with what to
 * do about it.
 */
public enum ErrorCode {
  /** No answer came in time, or none that told the outcome. */
  TIMEOUT(5, true, "Read what it would have written before you send it again."),
  /** No node could be connected to. */
  UNREACHABLE(
      0, false, "Check that the cluster is up, and the addresses that the client was given."),
  /** This node does not lead the group; clients go to the one that does by themselves. */
  NOT_LEADER(1, true, "Ask the node that leads the group."),
  /** No leader with a quorum is known: too many nodes of the group are down or cut off. */
  NO_QUORUM(4, true, "Try again later; see which nodes are down with 'zabdb status'."),
  /** The group that was asked does not own the partition, and no newer ring was found. */
  WRONG_OWNER(2, false, "Try again later: the partition is on the move."),
  /** A limit on work under way is reached, in the client or at the node. */
  OVERLOADED(3, false, "Try again after a while, or send less at a time."),
  /** The node is starting or shutting down. */
  UNAVAILABLE(15, true, "Try again later."),
  /** The disk of the leader has no room for updates: it may have room again. */
  DISK_FULL(10, false, "Make room on the disks of the nodes; reads go on."),
  /** The request makes no sense; asking again does not help. */
  INVALID_ARGUMENT(6, false, "Change the request."),
  /** Something in the request, or in the response, exceeds its limit. */
  TOO_LARGE(7, true, "Send less in one request."),
  /** There is no such partition, family, group or node. */
  NOT_FOUND(9, false, "Check the names in the request."),
  /** There is such a partition already. */
  ALREADY_EXISTS(0, false, "Use another name."),
  /** Bytes on the disk of a node are damaged. */
  CORRUPT(8, false, "Run 'zabdb check', and rebuild the damaged replica from its group."),
  /** The disk of a node failed. */
  IO(0, true, "See the log of the node."),
  /** The update was made once, but its result is no longer known. */
  STALE(11, true, "Read what it wrote; do not send it again."),
  /**
   * The session of the update was forgotten while it was sent again: nobody knows whether an
   * attempt before was made.
   */
  TOO_OLD(17, true, "Read what it would have written before you send it again."),
  /** The update does not say when its session was opened; clients open one by themselves. */
  NOT_OPENED(18, false, "Say what the error says in its time."),
  /** The client's certificate does not name the role that the request needs. */
  FORBIDDEN(16, false, "Use a certificate that names the role; docs/operations.md says how."),
  /** The nodes are of another cluster. */
  WRONG_CLUSTER(
      12, false, "Check the addresses, and the cluster that the client was told to expect."),
  /** A failure of the node that no other name fits. */
  INTERNAL(14, true, "See the log of the node."),
  /** The client was closed. */
  CLOSED(0, true, "Use an open client.");

  private final int number;
  private final boolean mayHaveHappened;
  private final String advice;

  ErrorCode(int number, boolean mayHaveHappened, String advice) {
    this.number = number;
    this.mayHaveHappened = mayHaveHappened;
    this.advice = advice;
  }

  /** In answers of nodes, from 1; 0: no node answers so. */
  public int number() {
    return number;
  }

  /**
   * Whether an attempt that ends so may have happened or may yet happen: the error itself says
   * whether it may. If not, no attempt that ends so has happened or ever will.
   */
  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }

  /** Whether the same may succeed when it is asked again a moment later. */
  public boolean isPassing() {
    return switch (this) {
      case TIMEOUT, UNREACHABLE, NOT_LEADER, NO_QUORUM, OVERLOADED, UNAVAILABLE -> true;
      default -> false;
    };
  }

  /** What to do: a sentence. */
  public String advice() {
    return advice;
  }

  /** The name under which users of a client see it. */
  public ErrorCode seen() {
    return switch (this) {
      case NOT_LEADER -> NO_QUORUM;
      case ALREADY_EXISTS -> INVALID_ARGUMENT;
      case IO, NOT_OPENED -> INTERNAL;
      default -> this;
    };
  }

  /** What a node means by a number; {@link #INTERNAL} if this version does not know it. */
  public static ErrorCode ofNumber(int number) {
    for (ErrorCode code : values()) {
      if (code.number == number && number > 0) {
        return code;
      }
    }
    return INTERNAL;
  }
}

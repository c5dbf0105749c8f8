package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import org.apache.zookeeper.KeeperException;

/** Which failures pass by themselves, and the names of those that do not. */
final class ZooKeeperFailures {

  private ZooKeeperFailures() {}

  /** Whether the connection failed, not what was asked for. */
  static boolean passes(Exception failure) {
    if (failure instanceof KeeperException refusal) {
      return switch (refusal.code()) {
        case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT, SESSIONEXPIRED, SESSIONMOVED -> true;
        default -> false;
      };
    }
    // Curator hands on what went wrong while it reconnected, of any type.
    return !(failure instanceof RuntimeException);
  }

  /** With a name, and what it is about. */
  static RuntimeException named(String what, Exception failure) {
    if (failure instanceof CoordinationException named) {
      return named;
    }
    if (failure instanceof IllegalArgumentException) {
      return new CoordinationException(
          ManagerError.INVALID_ARGUMENT, what + ": " + failure.getMessage(), failure);
    }
    return new CoordinationException(
        ManagerError.REFUSED, what + " was refused: " + failure.getMessage(), failure);
  }
}

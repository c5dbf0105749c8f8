package io.zabdb.testkit.sim.node;

import io.zabdb.testkit.sim.store.Command;

/**
 * What a client asks of a node.
 *
 * @param token names it in the answer, never used before
 * @param opened when the client was told that its session is open, in milliseconds
 * @param padding bytes to put behind the command
 */
public record Ask(long token, long session, long seq, long opened, Command command, int padding) {

  boolean isRead() {
    return command.kind() == Command.Kind.GET;
  }
}

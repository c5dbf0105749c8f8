package io.zabdb.testkit.sim.node;

import io.zabdb.testkit.sim.store.Command;

/**
 * What a client asks of a node.
 *
 * @param token names it in the answer, never used before
 * @param padding bytes to put behind the command
 */
public record Ask(long token, long session, long seq, Command command, int padding) {

  boolean isRead() {
    return command.kind() == Command.Kind.GET;
  }
}

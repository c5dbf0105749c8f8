package io.zabdb.node.process;

import io.zabdb.node.api.Starts;
import java.io.IOException;

/** The starts that the identity of a node counts. */
final class NodeStarts implements Starts {

  private final IdentityFile file;
  private final long process;

  // Guarded by this.
  private NodeIdentity last;

  /**
   * @param begun as {@link IdentityFile#begin} has returned it
   */
  NodeStarts(IdentityFile file, NodeIdentity begun) {
    this.file = file;
    process = begun.incarnation();
    last = begun;
  }

  @Override
  public long ofProcess() {
    return process;
  }

  @Override
  public synchronized long another() throws IOException {
    NodeIdentity next = last.again();
    file.write(next);
    last = next;
    return next.incarnation();
  }
}

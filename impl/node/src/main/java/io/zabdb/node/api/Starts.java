package io.zabdb.node.api;

import java.io.IOException;

/**
 * Numbers of the starts of a node's replicas: each start of a replica has a higher one than all
 * starts of it before. Thread-safe.
 */
public interface Starts {

  /** That of the process, for replicas that it has not started before. */
  long ofProcess();

  /**
   * One that no start had before, for a replica that the process has had already. Waits for the
   * disk.
   *
   * @throws IOException if it cannot be written down
   */
  long another() throws IOException;
}

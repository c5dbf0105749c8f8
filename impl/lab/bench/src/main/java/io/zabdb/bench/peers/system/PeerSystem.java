package io.zabdb.bench.peers.system;

import io.zabdb.bench.error.BenchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A replicated store that can be started on this machine: three servers, synced writes. */
public interface PeerSystem {

  /** How many servers each has. */
  int SERVERS = 3;

  /** As options name it. */
  String name();

  /** For heads of tables, with the version; only while it is not {@link #missing}. */
  String title() throws IOException, InterruptedException;

  /** What it is asked for. */
  Promise promise();

  /** How many client libraries it does best with under the usual load, as far as was tried. */
  int connections();

  /** Why it cannot be started here, and how to install it; empty if it can. */
  Optional<String> missing();

  /**
   * Starts three servers, and waits until they serve.
   *
   * @param parent where their folder is made
   * @param connections client libraries to make, at least 1
   * @throws BenchException if they do not serve in time
   */
  PeerCluster start(Path parent, int connections)
      throws BenchException, IOException, InterruptedException;
}

package io.zabdb.bench.peers;

import io.zabdb.bench.ops.OpsSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is measured.
 *
 * @param load of each system in each round: one number of clients
 * @param rounds at least 1; each second one goes through the systems from the last to the first
 * @param connections client libraries; empty: as many as each system does best with
 * @param parent where files are made
 */
record PeersSettings(OpsSettings load, int rounds, Optional<Integer> connections, Path parent) {

  int clients() {
    return load.clients().get(0);
  }
}

package io.zabdb.bench.peers.system;

import io.zabdb.bench.ops.OpsTarget;

/** Servers that run and clients of theirs; closing ends both and deletes all files. */
public interface PeerCluster extends OpsTarget, AutoCloseable {

  @Override
  void close();
}

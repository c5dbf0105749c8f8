package io.zabdb.node.move;

import io.zabdb.rpc.wire.ReadFile;
import io.zabdb.rpc.wire.Response;
import java.util.concurrent.CompletableFuture;

/** Reads parts of files that other nodes offer. Thread-safe. */
@FunctionalInterface
public interface PartSource {

  /**
   * Asks a node.
   *
   * @return what it answers, also if it is an error; completed, or failed, within a few seconds
   */
  CompletableFuture<Response> read(int node, ReadFile request);
}

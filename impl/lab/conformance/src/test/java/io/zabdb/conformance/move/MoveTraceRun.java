package io.zabdb.conformance.move;

import io.zabdb.simulator.NodeOptions;
import java.util.function.LongFunction;

/**
 * Runs a seed of profile {@code moves} and writes what it recorded, for a build that is loaded
 * beside the product. What the run violates does not matter here.
 */
public final class MoveTraceRun implements LongFunction<String> {

  @Override
  public String apply(long seed) {
    MoveRecorder recorder = new MoveRecorder();
    recorder.watch(NodeOptions.moves(seed));
    return MoveModule.trace(recorder.trace());
  }
}

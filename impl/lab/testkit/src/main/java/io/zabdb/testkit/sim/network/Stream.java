package io.zabdb.testkit.sim.network;

import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.ArrayDeque;

/**
 * One direction of a connection: what is under way in it, in order. It ends for its writer when
 * either side closes or is lost, and for its reader when the reader is gone or has read of the end.
 */
final class Stream {

  final int from;
  final int to;
  final ArrayDeque<Input> underWay = new ArrayDeque<>();

  /** When what was written last will arrive, in microseconds. */
  long lastArrival;

  /** Since when the link has held up what is under way, in microseconds; -1: it has not. */
  long stalledSince = -1;

  boolean closedToWriter;

  /** Whether its writer waits in vain for a sign of the reader, who has hung up. */
  boolean doubted;

  boolean closedToReader;

  Stream(int from, int to) {
    this.from = from;
    this.to = to;
  }

  /** The reader takes nothing any more. */
  void dropAll() {
    closedToReader = true;
    underWay.clear();
  }

  /** The writer is gone: of what is under way, a part from the front still arrives. */
  void cutShort(SeededRandom random) {
    closedToWriter = true;
    int kept = random.chance(0.5) ? underWay.size() : random.below(underWay.size() + 1);
    while (underWay.size() > kept) {
      underWay.removeLast();
    }
  }
}

package io.zabdb.environment.peer;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The nodes that have said of late that they are there, for all groups together ({@code
 * specs/zab/Rest.tla}: words). Thread-safe.
 */
public final class HeardNodes {

  /** Of so many words in that time all but one may be late. */
  private static final int WORDS = 3;

  private record Word(long start, long nanos) {}

  private final ConcurrentMap<Integer, Word> last = new ConcurrentHashMap<>();
  private final long patience;

  /**
   * @param patience how long a node may say nothing, in nanoseconds
   */
  public HeardNodes(long patience) {
    this.patience = patience;
  }

  /** How often a node is to say that it is there, in nanoseconds. */
  public long interval() {
    return patience / WORDS;
  }

  /**
   * A word has come.
   *
   * @param start another one for each start of the node's process
   * @param now in nanoseconds of a clock that only goes forward
   */
  public void heard(int node, long start, long now) {
    last.put(node, new Word(start, now));
  }

  /** The starts of the nodes that are heard, by node; those that are silent are forgotten. */
  public SortedMap<Integer, Long> starts(long now) {
    SortedMap<Integer, Long> heard = new TreeMap<>();
    for (Map.Entry<Integer, Word> each : last.entrySet()) {
      if (now - each.getValue().nanos > patience) {
        last.remove(each.getKey(), each.getValue());
      } else {
        heard.put(each.getKey(), each.getValue().start);
      }
    }
    return heard;
  }
}

package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import java.util.Set;

/**
 * A strike that has taken effect.
 *
 * @param mayEnd nodes whose processes may end because of it; they are started again
 * @param effect how that was seen, for people
 * @param undo makes all well again, as far as that is to be done from outside
 */
public record Blow(Set<ClusterNode> mayEnd, String effect, Undo undo) {

  /** Ends what a strike has begun. */
  public interface Undo {
    void run() throws Exception;
  }

  public Blow {
    mayEnd = Set.copyOf(mayEnd);
    if (effect.isBlank()) {
      throw new IllegalArgumentException("a strike must say how its effect was seen");
    }
  }
}

package io.zabdb.core.zab;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import java.util.List;

/**
 * What a replica finds on disk when it starts.
 *
 * @param acceptedEpoch as last written; 0 for a new replica
 * @param currentEpoch as last written; 0 for a new replica
 * @param checkpoint the checkpoint that the log goes on from, or null if it has its first entry
 * @param entries the log behind the checkpoint, all of it on disk
 */
public record Recovered(
    long acceptedEpoch, long currentEpoch, Checkpoint checkpoint, List<Entry> entries) {

  /** A replica that never ran. */
  public static final Recovered NOTHING = new Recovered(0, 0, null, List.of());

  public Recovered {
    if (currentEpoch < 0 || acceptedEpoch < currentEpoch) {
      throw new IllegalArgumentException(
          "epochs on disk contradict each other: accepted "
              + acceptedEpoch
              + ", current "
              + currentEpoch);
    }
    entries = List.copyOf(entries);
  }
}

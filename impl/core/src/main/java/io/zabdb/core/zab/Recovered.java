package io.zabdb.core.zab;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replica finds on disk when it starts.
 *
 * @param disk the number of the disk, drawn when it was first used; {@link Roster#UNNUMBERED} of
 *     one that was used before disks had numbers
 * @param acceptedEpoch as last written; 0 for a new replica
 * @param currentEpoch as last written; 0 for a new replica
 * @param checkpoint the checkpoint that the log goes on from, or null if it has its first entry
 * @param entries the log behind the checkpoint, all of it on disk
 */
public record Recovered(
    long disk,
    long acceptedEpoch,
    long currentEpoch,
    @Nullable Checkpoint checkpoint,
    List<Entry> entries) {

  /** Of an unnumbered disk. */
  public Recovered(
      long acceptedEpoch, long currentEpoch, @Nullable Checkpoint checkpoint, List<Entry> entries) {
    this(Roster.UNNUMBERED, acceptedEpoch, currentEpoch, checkpoint, entries);
  }

  /** A replica that never ran, on an unnumbered disk. */
  public static final Recovered NOTHING = new Recovered(0, 0, null, List.of());

  public Recovered {
    if (disk < 0) {
      throw new IllegalArgumentException("disk is " + disk + ", allowed is 0 or more");
    }
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

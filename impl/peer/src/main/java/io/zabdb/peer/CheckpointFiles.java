package io.zabdb.peer;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import java.nio.file.Path;

/**
 * A checkpoint as files, which can be sent to another replica.
 *
 * @param length how many entries it covers
 * @param zxid of the last of them
 * @param roster the last among them
 * @param directory holds the files, and no folders; they do not change. Of one that is to be sent
 *     the replica's {@link CheckpointSource} knows which other files belong to it
 */
public record CheckpointFiles(long length, Zxid zxid, Roster roster, Path directory)
    implements Checkpoint {

  /** Of a log without rosters. */
  public CheckpointFiles(long length, Zxid zxid, Path directory) {
    this(length, zxid, Roster.NONE, directory);
  }
}

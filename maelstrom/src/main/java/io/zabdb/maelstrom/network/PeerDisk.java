package io.zabdb.maelstrom.network;

import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.peer.CheckpointSource;
import java.nio.file.Path;

/**
 * What a node reads for other members, and writes what it gets of them.
 *
 * @param means to read entries of the log that are not in memory; its disk reads and writes
 *     checkpoints, too, one task at a time
 * @param incoming where checkpoints are put that come; on the file system on which they will stay
 * @param checkpoints finds the files of those that are to be sent
 */
public record PeerDisk(EntryFeed.Means means, Path incoming, CheckpointSource checkpoints) {}

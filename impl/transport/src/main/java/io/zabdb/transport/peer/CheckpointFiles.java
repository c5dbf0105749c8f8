package io.zabdb.transport.peer;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import java.nio.file.Path;
import java.util.Map;

/**
 * A checkpoint as files, which can be sent to another replica.
 *
 * @param length how many entries it covers
 * @param zxid of the last of them
 * @param sessions the number of the last request of each session; not to be modified
 * @param directory holds the files, and no folders; they do not change
 */
public record CheckpointFiles(long length, Zxid zxid, Map<Long, Long> sessions, Path directory)
    implements Checkpoint {}

package io.zabdb.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Knows which files a checkpoint of a replica consists of. */
@FunctionalInterface
public interface CheckpointSource {

  /**
   * The files of a checkpoint that is about to be sent; they stay until that is over. By a thread
   * that may wait for disks.
   */
  List<Path> filesOf(CheckpointFiles checkpoint) throws IOException;
}

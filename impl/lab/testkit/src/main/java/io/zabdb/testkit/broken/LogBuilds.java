package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/log}. */
final class LogBuilds {

  private LogBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "TailNotWritten",
            "a start syncs the tail and does not write it",
            "Recovery",
            "writeAgain(file, tail.unproven(), tail.end());",
            ""),
        build(
            "MetadataNotSynced",
            "the metadata is not synced",
            "MetadataFile",
            """
            file.write(metadata.encode(), (long) copy * Metadata.BYTES);
            file.sync();
            """,
            "file.write(metadata.encode(), (long) copy * Metadata.BYTES);"),
        build(
            "FailedSyncCounts",
            "a sync that has failed counts",
            "GroupCommit",
            "LogPosition synced = log.sync(); listener.logSynced(",
            """
            LogPosition synced = log.end();
            try {
              log.sync();
            } catch (IOException e) {
              // Ignored.
            }
            listener.logSynced(
            """),
        build(
            "EpochToldUnwritten",
            "an epoch is told of before it is written",
            "GroupCommit",
            """
            log.writeEpoch(write.field(), write.epoch());
            forgetEpoch();
            listener.epochWritten(write.field(), write.epoch());
            """,
            """
            forgetEpoch();
            listener.epochWritten(write.field(), write.epoch());
            log.writeEpoch(write.field(), write.epoch());
            """),
        build(
            "SegmentNotSynced",
            "a sync of the log syncs nothing",
            "SegmentWriter",
            "void sync() throws IOException { file.sync(); }",
            "void sync() throws IOException {}"),
        build(
            "BaseNotRecorded",
            "the log is purged, and does not record up to where",
            "ReplicaLog",
            "update(m -> m.withBase(checkpoint));",
            ""),
        build(
            "NoMarks",
            "the log does not record how far it was synced",
            "ReplicaLog",
            "synced = target; segment.mark(target);",
            "synced = target;"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb.log." + type, before, after);
  }
}

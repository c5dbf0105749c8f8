package io.zabdb.shard;

import java.util.Collections;
import java.util.SortedMap;

/**
 * Where the last updates of sessions are, by partition. They go wherever the partition goes, or a
 * retry would take effect twice. There is one such place for a group's state: a table asks it, and
 * holds none itself. Called by one thread at a time.
 */
public interface SessionRecords {

  /** None, and room for any: for a table whose updates somebody else runs, once each. */
  SessionRecords ABSENT =
      new SessionRecords() {
        @Override
        public LastUpdate last(PartitionId part, long session) {
          return LastUpdate.NONE;
        }

        @Override
        public boolean hasRoom(PartitionId part, long session) {
          return true;
        }

        @Override
        public SortedMap<Long, LastUpdate> all(PartitionId part) {
          return Collections.emptySortedMap();
        }

        @Override
        public void put(PartitionId part, long session, LastUpdate update) {}

        @Override
        public void replace(PartitionId part, SortedMap<Long, LastUpdate> all) {}

        @Override
        public void forget(PartitionId part) {}
      };

  /** The last update of a session that ran on a partition. */
  LastUpdate last(PartitionId part, long session);

  /** Whether there is room for a record of the session. */
  boolean hasRoom(PartitionId part, long session);

  /** All of a partition, by session. */
  SortedMap<Long, LastUpdate> all(PartitionId part);

  /** An update of the session ran on the partition. */
  void put(PartitionId part, long session, LastUpdate update);

  /** The partition remembers these, and no others. */
  void replace(PartitionId part, SortedMap<Long, LastUpdate> all);

  /** The partition is gone. */
  void forget(PartitionId part);
}

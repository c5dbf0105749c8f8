package io.zabdb.testkit.sim.disk;

import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;

/** Hears what a disk has done. Called only while the process that asked for it still runs. */
public interface DiskUser {

  /** The first {@code length} entries are on disk. */
  void logSynced(long length, Zxid last);

  void epochWritten(EpochField field, long epoch);

  /** A sync failed: what is on disk is unknown, and the process has to end. */
  void syncFailed();
}

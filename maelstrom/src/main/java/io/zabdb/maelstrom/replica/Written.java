package io.zabdb.maelstrom.replica;

import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;

/** Hears what is on disk. Any thread may call it. */
interface Written {

  void logSynced(long length, Zxid last);

  void epochWritten(EpochField field, long epoch);

  /** Nothing more will be written. */
  void failed(Exception cause);
}

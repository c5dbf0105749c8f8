package io.zabdb.maelstrom.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.zab.Recovered;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;

/** The log and the store of a replica. What is on disk is told to a {@link Written}. */
interface Disk extends AutoCloseable {

  /** What the log held when it was opened. */
  Recovered recovered();

  /** How often the replica had been started before. */
  long incarnation();

  StorageEngine store();

  /** Hears of writes from now on; to be called before the first one. */
  void start(Written written);

  /** {@code Output.Append}. */
  void append(long index, Entry entry) throws IOException;

  /** {@code Output.WriteEpoch}. */
  void writeEpoch(EpochField field, long epoch);

  /** {@code Output.Truncate}: on disk when it returns. */
  void truncate(long length) throws IOException;

  @Override
  void close() throws IOException;
}

package io.zabdb.maelstrom.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.zab.Recovered;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.concurrent.Executor;

/**
 * A disk that is none: what was written counts as synced a moment later. The core keeps its log in
 * memory anyway. Who restarts such a replica has lost it.
 */
final class MemoryReplica implements Disk {

  private final Executor later;
  private final StorageEngine store = TreeEngine.inMemory(new MemoryDisk());
  private Written written;
  private long length;
  private Zxid last = Zxid.ZERO;
  private boolean telling;

  /**
   * @param later runs tasks after the present one
   */
  MemoryReplica(Executor later) {
    this.later = later;
  }

  @Override
  public Recovered recovered() {
    return Recovered.NOTHING;
  }

  @Override
  public long incarnation() {
    return 0;
  }

  @Override
  public StorageEngine store() {
    return store;
  }

  @Override
  public void start(Written listener) {
    written = listener;
  }

  @Override
  public void append(long index, Entry entry) {
    length = index;
    last = entry.zxid();
    if (!telling) {
      telling = true;
      later.execute(this::tell);
    }
  }

  /** If the log was cut meanwhile, the core knows by the zxid that this is old news. */
  private void tell() {
    telling = false;
    written.logSynced(length, last);
  }

  @Override
  public void writeEpoch(EpochField field, long epoch) {
    later.execute(() -> written.epochWritten(field, epoch));
  }

  @Override
  public void truncate(long kept) {
    // The core cuts its own copy.
  }

  @Override
  public void close() {
    store.close();
  }
}

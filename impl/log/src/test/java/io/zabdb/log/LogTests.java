package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import java.util.Random;
import java.util.UUID;

/** What the tests of the log share. */
final class LogTests {

  static final LogIdentity IDENTITY = new LogIdentity(new UUID(7, 9), 3, 1);

  /** Small segments, so that there are many. */
  static final LogSettings SMALL = new LogSettings(3 * 4096, 4096, 4096, 0);

  /** As small, and files are written again. */
  static final LogSettings RECYCLING = new LogSettings(3 * 4096, 4096, 4096, 2);

  private LogTests() {}

  /** With threads of its own. */
  static GroupCommit commits(ReplicaLog log, SyncListener listener) {
    return new GroupCommit(
        log, listener, new ThreadWorkers(Thread::new, ""), SystemClock.INSTANCE, Pauses.system());
  }

  /** An entry of epoch 1 whose payload is made from its index. */
  static Entry entry(long index) {
    return entry(1, index, 20);
  }

  static Entry entry(long epoch, long counter, int payloadBytes) {
    byte[] payload = new byte[payloadBytes];
    new Random(epoch * 1000 + counter).nextBytes(payload);
    return new Entry(epoch, counter, 5, counter, payload);
  }

  static LogPosition after(long length, Entry last) {
    return new LogPosition(length, last.zxid());
  }
}

package io.zabdb.bench.peers.system;

import io.zabdb.bench.load.LoadStore;
import io.zabdb.model.data.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Finds out whether servers that are starting serve already. */
public final class Answers {

  private static final long LIMIT_SECONDS = 5;

  private static final Bytes ROW = Bytes.wrap("ready".getBytes(StandardCharsets.US_ASCII));

  private Answers() {}

  /** Whether each of these stores takes a write, and answers a read with it. */
  public static boolean all(List<? extends LoadStore> stores) throws InterruptedException {
    for (LoadStore store : stores) {
      if (!answers(store)) {
        return false;
      }
    }
    return true;
  }

  private static boolean answers(LoadStore store) throws InterruptedException {
    try {
      store.write(ROW, ROW).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      return store.read(ROW).get(LIMIT_SECONDS, TimeUnit.SECONDS).filter(ROW::equals).isPresent();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}

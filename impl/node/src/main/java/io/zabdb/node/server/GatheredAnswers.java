package io.zabdb.node.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What several say that were asked at once. */
final class GatheredAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(GatheredAnswers.class);

  private GatheredAnswers() {}

  /**
   * Waits for all together, at most so long; those that are missing then, or failed, are left out.
   */
  static <T> List<T> within(Duration limit, List<CompletableFuture<T>> asked) {
    List<CompletableFuture<T>> timed =
        asked.stream()
            .map(one -> one.copy().orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS))
            .toList();
    List<T> known = new ArrayList<>();
    for (CompletableFuture<T> one : timed) {
      try {
        known.add(one.join());
      } catch (CompletionException e) {
        LOG.debug("there is no answer", e);
      }
    }
    return known;
  }
}

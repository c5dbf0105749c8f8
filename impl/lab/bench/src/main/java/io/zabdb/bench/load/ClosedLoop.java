package io.zabdb.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Clients that each wait for an answer before they ask again, without a thread of their own. Who
 * gets an error waits a moment, so that failing at once keeps nobody busy. Used once.
 */
public final class ClosedLoop implements Load {

  private static final long PAUSE_MILLIS = 5;

  private final KeySpace keys;
  private final Mix mix;
  private final Outcomes outcomes;
  private final ScheduledExecutorService pauses;
  private final List<Client> clients = new ArrayList<>();
  private volatile boolean stopping;

  /**
   * @param stores are shared by the clients evenly
   * @param clients how many, at least 1
   * @param pauses runs what waited
   * @param seed of rows, values and kinds
   */
  public ClosedLoop(
      List<? extends LoadStore> stores,
      int clients,
      KeySpace keys,
      Mix mix,
      Outcomes outcomes,
      ScheduledExecutorService pauses,
      long seed) {
    this.keys = keys;
    this.mix = mix;
    this.outcomes = outcomes;
    this.pauses = pauses;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < clients; i++) {
      this.clients.add(new Client(i, stores.get(i % stores.size()), random.split()));
    }
  }

  @Override
  public void start() {
    clients.forEach(Client::run);
  }

  @Override
  public CompletableFuture<Void> stop() {
    stopping = true;
    return CompletableFuture.allOf(
        clients.stream().map(client -> client.ended).toArray(CompletableFuture[]::new));
  }

  private final class Client {

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final int number;
    private final LoadStore store;
    private final SplittableRandom random;

    private Client(int number, LoadStore store, SplittableRandom random) {
      this.number = number;
      this.store = store;
      this.random = random;
    }

    private void run() {
      while (!stopping) {
        Operation operation = Operation.draw(keys, mix, random);
        long start = System.nanoTime();
        CompletableFuture<Long> answer = operation.ask(store);
        // What is done already must not go on from within itself: the stack would grow.
        if (!answer.isDone()) {
          answer.whenComplete(
              (epoch, failure) -> {
                if (written(epoch, start, failure)) {
                  run();
                }
              });
          return;
        }
        Throwable failure = failure(answer);
        if (!written(failure == null ? answer.join() : null, start, failure)) {
          return;
        }
      }
      ended.complete(null);
    }

    /** Whether to go on at once. */
    private boolean written(Long epoch, long start, Throwable failure) {
      if (failure == null) {
        outcomes.succeeded(number, epoch, start, System.nanoTime());
        return true;
      }
      outcomes.failed(ErrorNames.of(failure));
      pauses.schedule(this::run, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      return false;
    }
  }

  private static Throwable failure(CompletableFuture<?> done) {
    return done.handle((result, failure) -> failure).join();
  }
}

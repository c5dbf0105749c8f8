package io.zabdb.coordination.manager;

/** Calls of a listener or a watcher that go on until this is closed. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  /** Ends them; one that is under way may end later. */
  @Override
  void close();
}

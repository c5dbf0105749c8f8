package io.zabdb.storage.engine;

import io.zabdb.storage.tree.TreeStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Has something happen in the midst of what a store does. */
final class Meanwhile {

  private Meanwhile() {}

  /** The same store; each call is told by its name before it is made. */
  static TreeStore watched(TreeStore store, Consumer<String> told) {
    return answered(
        store,
        call -> {
          told.accept(call);
          return Optional.empty();
        });
  }

  /** The same store, but for the calls that are answered in its place, by their names. */
  static TreeStore answered(TreeStore store, Function<String, Optional<Object>> answers) {
    return (TreeStore)
        Proxy.newProxyInstance(
            TreeStore.class.getClassLoader(),
            new Class<?>[] {TreeStore.class},
            (self, method, arguments) -> {
              Optional<Object> answer = answers.apply(method.getName());
              if (answer.isPresent()) {
                return answer.get();
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Something is done by another thread, whatever this one holds: it must end before this does. */
  static void elsewhere(Runnable action, String during) {
    try {
      CompletableFuture.runAsync(action).get(60, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("it waits during " + during, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

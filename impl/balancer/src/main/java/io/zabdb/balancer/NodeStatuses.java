package io.zabdb.balancer;

import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/** What nodes say of themselves. */
public final class NodeStatuses {

  private NodeStatuses() {}

  /**
   * Asks nodes, all at once, and waits for the answers: for as long as the client's requests may
   * take.
   *
   * @param silent hears of those that did not answer, and why
   * @return what the others said, by node
   */
  public static SortedMap<Integer, NodeStatus> ask(
      StoreAccess store, Collection<Integer> nodes, BiConsumer<Integer, ZabException> silent) {
    return ask(store, nodes, store.admin()::status, silent);
  }

  /** The same of whatever is asked. */
  static <T> SortedMap<Integer, T> ask(
      StoreAccess store,
      Collection<Integer> nodes,
      IntFunction<CompletableFuture<T>> question,
      BiConsumer<Integer, ZabException> silent) {
    Map<Integer, CompletableFuture<T>> asked = new TreeMap<>();
    nodes.forEach(node -> asked.put(node, question.apply(node)));
    SortedMap<Integer, T> told = new TreeMap<>();
    asked.forEach(
        (node, answer) -> {
          try {
            told.put(node, store.await(answer));
          } catch (ZabException e) {
            silent.accept(node, e);
          }
        });
    return told;
  }
}

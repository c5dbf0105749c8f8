package io.zabdb.balancer;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/** Which nodes know of a group: news of births and ends take a moment. */
public final class HeardOf {

  private HeardOf() {}

  /**
   * Whether a node knows of a group; waits for its answer.
   *
   * @param silent what counts if it does not answer: it hears of it once it can
   */
  public static boolean knows(StoreAccess store, int node, int group, boolean silent) {
    try {
      return store.await(store.admin().ring(node)).groups().stream()
          .anyMatch(known -> known.id() == group);
    } catch (ZabException e) {
      return silent;
    }
  }

  /**
   * Whether a birth or an end may be asked for again after such a refusal: a node that was just
   * started is not known, or does not answer, for a moment.
   */
  public static boolean mayPass(ErrorCode code) {
    return code == ErrorCode.NOT_FOUND || (code.isPassing() && code != ErrorCode.OVERLOADED);
  }
}

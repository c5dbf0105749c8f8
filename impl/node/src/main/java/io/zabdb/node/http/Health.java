package io.zabdb.node.http;

import java.util.List;

/**
 * Whether a node can serve.
 *
 * @param reasons why not, in sentences; none: it can
 */
public record Health(List<String> reasons) {

  public Health {
    reasons = List.copyOf(reasons);
  }

  public boolean isGood() {
    return reasons.isEmpty();
  }
}

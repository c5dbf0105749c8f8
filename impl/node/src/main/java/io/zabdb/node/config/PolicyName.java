package io.zabdb.node.config;

import io.zabdb.core.group.TransferPolicy;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of transfer policies, as the option {@code transfer-policy} has them. */
public final class PolicyName {

  private static final Map<String, TransferPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    for (TransferPolicy policy : TransferPolicy.values()) {
      BY_NAME.put(of(policy), policy);
    }
  }

  private PolicyName() {}

  public static String of(TransferPolicy policy) {
    return Types.label(policy);
  }

  /**
   * The policy of a name; an underscore will do for a hyphen.
   *
   * @throws IllegalArgumentException if there is none; its message names the nearest
   */
  public static TransferPolicy parse(String name) {
    TransferPolicy policy = BY_NAME.get(name.replace('_', '-'));
    if (policy == null) {
      throw new IllegalArgumentException(
          "there is no transfer policy '"
              + name
              + "'; did you mean "
              + Nearest.to(name, BY_NAME.keySet())
              + "? Allowed is one of "
              + String.join(", ", BY_NAME.keySet()));
    }
    return policy;
  }
}

package io.zabdb.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.core.group.TransferPolicy;
import org.junit.jupiter.api.Test;

class PolicyNameTest {

  @Test
  void eachPolicyHasTheNameThatTheOptionHas() {
    for (TransferPolicy policy : TransferPolicy.values()) {
      String name = PolicyName.of(policy);
      assertEquals(policy, PolicyName.parse(name));
      assertEquals(policy, TransferOptions.TRANSFER_POLICY.type().parse(name));
    }
    assertEquals(TransferPolicy.ROUND_ROBIN, PolicyName.parse("round_robin"));
  }

  @Test
  void theNearestNameIsOffered() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> PolicyName.parse("colder")).getMessage();
    assertEquals(
        "there is no transfer policy 'colder'; did you mean coldest?"
            + " Allowed is one of random, round-robin, coldest, off",
        message);
  }
}

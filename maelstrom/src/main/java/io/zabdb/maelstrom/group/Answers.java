package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.step.Refusal;
import io.zabdb.maelstrom.protocol.Body;

/** Answers between nodes to what {@link Desk} takes. */
final class Answers {

  static final String OUTCOME = "outcome";
  static final String DONE = "done";
  static final String REFUSED = "refused";
  static final String UNKNOWN = "unknown";
  static final String REFUSAL = "refusal";
  static final String LEADER = "leader";

  private Answers() {}

  static ObjectNode done() {
    return of(DONE);
  }

  static ObjectNode refused(Refusal refusal, int leader) {
    return of(REFUSED).put(REFUSAL, refusal.name()).put(LEADER, leader);
  }

  static ObjectNode unknown() {
    return of(UNKNOWN);
  }

  private static ObjectNode of(String outcome) {
    return Body.of("group_answer").put(OUTCOME, outcome);
  }
}

package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.step.Refusal;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A request on its way to whoever leads: asked again, with the same session and number, until it is
 * answered or time is up. Keeps account of attempts that were not refused: as long as there is one,
 * the request may have happened.
 */
final class Call {

  /** Takes one attempt to a member. */
  interface Carrier {

    /** The member that leads as far as this node knows, or -1. */
    int leader();

    /**
     * @param answer is called once, with null if there is none
     */
    void carry(int member, ObjectNode request, Consumer<JsonNode> answer);

    /** Does something later. */
    void later(Runnable action);
  }

  private final Carrier carrier;
  private final ObjectNode request;
  private final boolean changes;
  private final long deadline;
  private final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
  private int inDoubt;

  /**
   * @param changes whether the request changes anything, so that it matters whether it happened
   * @param patienceMillis after which it ends in an error
   */
  Call(Carrier carrier, ObjectNode request, boolean changes, long patienceMillis) {
    this.carrier = carrier;
    this.request = request;
    this.changes = changes;
    deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
  }

  /**
   * Begins.
   *
   * @return the answer, or a {@link RequestError}
   */
  CompletableFuture<JsonNode> begin() {
    attempt(carrier.leader());
    return answer;
  }

  /** Whether the request may have happened, or may happen yet. */
  boolean isInDoubt() {
    return inDoubt > 0;
  }

  private void attempt(int member) {
    if (answer.isDone()) {
      return;
    }
    if (System.nanoTime() >= deadline) {
      giveUp();
      return;
    }
    if (member < 0) {
      tryLater(-1);
      return;
    }
    inDoubt++;
    carrier.carry(member, request, this::answered);
  }

  /** What this node has heard meanwhile is newer than a hint. */
  private void tryLater(int hint) {
    carrier.later(() -> attempt(carrier.leader() >= 0 ? carrier.leader() : hint));
  }

  private void giveUp() {
    answer.completeExceptionally(
        isInDoubt() && changes
            ? new RequestError(ErrorCode.TIMEOUT, "nobody knows whether it happened")
            : new RequestError(ErrorCode.TEMPORARILY_UNAVAILABLE, "no leader answered"));
  }

  private void answered(JsonNode given) {
    String outcome = given == null ? Answers.UNKNOWN : given.path(Answers.OUTCOME).asText();
    switch (outcome) {
      case Answers.DONE -> {
        inDoubt--;
        answer.complete(given);
      }
      case Answers.REFUSED -> refused(given);
      default -> tryLater(-1);
    }
  }

  private void refused(JsonNode given) {
    Refusal refusal = Refusal.valueOf(given.path(Answers.REFUSAL).asText());
    inDoubt--;
    if (refusal == Refusal.TOO_LARGE) {
      answer.completeExceptionally(
          new RequestError(ErrorCode.MALFORMED_REQUEST, "it is larger than the log takes"));
      return;
    }
    tryLater(given.path(Answers.LEADER).asInt(-1));
  }
}

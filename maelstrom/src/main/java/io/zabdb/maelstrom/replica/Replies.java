package io.zabdb.maelstrom.replica;

import io.zabdb.core.step.Output;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** Who waits for an answer of the core, or for the store to have come as far as that answer. */
final class Replies {

  private final StorageEngine store;
  private final Map<Long, Reply> asked = new HashMap<>();
  private final ArrayDeque<Output.Answer> answers = new ArrayDeque<>();
  private final ArrayDeque<Output.ServeReads> reads = new ArrayDeque<>();
  private long lastToken;

  Replies(StorageEngine store) {
    this.store = store;
  }

  /** The token for a new request. */
  long await(Reply reply) {
    asked.put(++lastToken, reply);
    return lastToken;
  }

  void answer(Output.Answer answer) {
    answers.add(answer);
  }

  void serve(Output.ServeReads served) {
    reads.add(served);
  }

  void refuse(Output.Refuse refuse) {
    asked.remove(refuse.token()).refused(refuse.refusal(), refuse.leader());
  }

  void unknown(long token) {
    asked.remove(token).unknown();
  }

  /** Gives what the store has come far enough for. */
  void give() {
    if (answers.isEmpty() && reads.isEmpty()) {
      return;
    }
    try (Snapshot state = store.snapshot()) {
      while (!answers.isEmpty() && answers.peek().index() <= state.length()) {
        give(answers.poll(), state);
      }
      while (!reads.isEmpty() && reads.peek().length() <= state.length()) {
        reads.poll().tokens().forEach(token -> asked.remove(token).serve(state));
      }
    }
  }

  private void give(Output.Answer answer, Snapshot state) {
    Reply reply = asked.remove(answer.token());
    Result result = state.result(GroupReplica.PARTITION, answer.session(), answer.seq());
    if (result == null) {
      // The session has gone on: a late copy of a request for which nobody waits any more.
      reply.unknown();
    } else {
      reply.done(result);
    }
  }
}

package io.zabdb.testkit.sim.node;

import io.zabdb.core.step.Output;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.store.Result;
import io.zabdb.testkit.sim.store.Store;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The requests that a process has taken in and not answered yet; each is answered once. */
final class Desk {

  private record Waiting(Ask ask, long mustSee) {}

  private final int node;
  private final Watcher watcher;
  private final Answers answers;
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

  /** Requests for other members. */
  private final Set<Long> changes = new LinkedHashSet<>();

  Desk(int node, Watcher watcher, Answers answers) {
    this.node = node;
    this.watcher = watcher;
    this.answers = answers;
  }

  void take(Ask ask) {
    waiting.put(ask.token(), new Waiting(ask, ask.isRead() ? watcher.readAsked() : 0));
  }

  /** An operator wants other members. */
  void takeChange(long token) {
    changes.add(token);
  }

  /** Whether an answer is one to an operator who wants other members; it is given. */
  boolean answersChange(long token) {
    return changes.remove(token);
  }

  void answer(Output.Answer answer, Store store) {
    Ask ask = remove(answer.token(), false);
    if (ask.session() != answer.session() || ask.seq() != answer.seq()) {
      throw new Violation("AnswersFit", answer + " is no answer to " + ask);
    }
    if (store.length() < answer.index()) {
      throw new Violation("AnswersFit", answer + ", but only " + store.length() + " are applied");
    }
    watcher.acknowledged(node, answer.session(), answer.seq(), answer.index());
    Result result = store.resultOf(answer.session(), answer.seq());
    if (!store.knows(answer.session())) {
      answers.forgotten(node, ask.token(), store.time());
    } else if (result == null) {
      // The session has gone on: a late copy of a request whose client waits no longer.
      answers.unknown(node, ask.token());
    } else {
      answers.done(node, ask.token(), result, store.time());
    }
  }

  void serve(Output.ServeReads reads, Store store) {
    if (store.length() < reads.length()) {
      throw new Violation("AnswersFit", reads + ", but only " + store.length() + " are applied");
    }
    for (long token : reads.tokens()) {
      Waiting read = waiting.get(token);
      Ask ask = remove(token, true);
      watcher.readServed(node, read.mustSee, reads.length());
      answers.done(node, token, store.get(ask.command().key()), store.time());
    }
  }

  void refuse(Output.Refuse refuse) {
    remove(refuse.token());
    answers.refused(node, refuse.token(), refuse.refusal(), refuse.leader());
  }

  void unknown(Output.Unknown unknown) {
    remove(unknown.token(), false);
    answers.unknown(node, unknown.token());
  }

  /** Whether all have been answered; if not, says which have not. */
  String unanswered() {
    return waiting.isEmpty() && changes.isEmpty() ? "" : waiting.values() + " " + changes;
  }

  private Ask remove(long token, boolean isRead) {
    Ask ask = remove(token);
    if (ask.isRead() != isRead) {
      throw new Violation("AnswersFit", "a wrong kind of answer to " + ask);
    }
    return ask;
  }

  private Ask remove(long token) {
    Waiting found = waiting.remove(token);
    if (found == null) {
      throw new Violation("AnsweredOnce", "nobody waits for an answer to token " + token);
    }
    return found.ask;
  }
}

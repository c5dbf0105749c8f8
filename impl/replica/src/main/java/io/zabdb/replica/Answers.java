package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Updates that are committed and wait to be applied. For the worker that applies. */
final class Answers {

  /**
   * An update to be answered.
   *
   * @param partition its name, as who asked knows it; empty for an update that does nothing
   * @param tokens of its rows
   * @param index it is among the log's first so many entries
   */
  record Answer(
      String partition,
      List<Long> tokens,
      long session,
      long seq,
      long index,
      UpdateCallback callback) {

    /** The partition's name in a state, where it may have been split or merged. */
    String partition(Snapshot snapshot) {
      return snapshot.around(partition, tokens);
    }
  }

  private record Last(long seq, Result result) {}

  private final ArrayDeque<Answer> waiting = new ArrayDeque<>();
  private final Map<Long, Last> fresh = new HashMap<>();

  /** Of the group's own commands, by number: several may be in one batch, and none is a retry. */
  private final Map<Long, Result> ofGroup = new HashMap<>();

  void add(List<Answer> answers) {
    waiting.addAll(answers);
  }

  /** Remembers what was applied just now, if anybody waits for it. */
  void applied(List<Entry> entries, List<Result> results) {
    if (waiting.isEmpty()) {
      return;
    }
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (StorageEngine.isOfGroup(entry)) {
        ofGroup.put(entry.seq(), results.get(i));
        continue;
      }
      fresh.put(entry.session(), new Last(entry.seq(), results.get(i)));
    }
  }

  /**
   * The answers to what is among the first so many entries, to be given. The snapshot is made if
   * one is needed.
   */
  List<Runnable> answer(long applied, Supplier<Snapshot> snapshots) {
    List<Runnable> ready = new ArrayList<>();
    Snapshot snapshot = null;
    try {
      while (!waiting.isEmpty() && waiting.peek().index() <= applied) {
        Answer answer = waiting.poll();
        Result result = fresh(answer);
        if (result == null && answer.partition().isEmpty()) {
          result = new Result.Nothing();
        } else if (result == null) {
          snapshot = snapshot == null ? snapshots.get() : snapshot;
          result = snapshot.result(answer.partition(snapshot), answer.session(), answer.seq());
        }
        if (result == null) {
          ready.add(withoutResult(answer, snapshot));
        } else {
          ready.add(told(answer, result));
        }
      }
    } finally {
      if (snapshot != null) {
        snapshot.close();
      }
      fresh.clear();
      ofGroup.clear();
    }
    return ready;
  }

  /** Null: it is not among what was applied just now. */
  private Result fresh(Answer answer) {
    if (answer.session() == Structure.SESSION) {
      return ofGroup.get(answer.seq());
    }
    Last last = fresh.get(answer.session());
    return last != null && last.seq() == answer.seq() ? last.result() : null;
  }

  /** A replica that lacks the partition does not know what became of the update. */
  private static Runnable told(Answer answer, Result result) {
    UpdateCallback callback = answer.callback();
    return result instanceof Result.Refused refused && refused.code() == ErrorCode.UNAVAILABLE
        ? callback::unknown
        : () -> callback.answered(result, answer.index());
  }

  /**
   * The answer to an update that is applied, and of which the state has no result. Source: {@code
   * Sessions!Found}.
   */
  private static Runnable withoutResult(Answer answer, Snapshot snapshot) {
    OptionalLong last = snapshot.lastSeq(answer.partition(snapshot), answer.session());
    UpdateCallback callback = answer.callback();
    if (last.isPresent() && last.getAsLong() < answer.seq()) {
      return callback::refusedWhenApplied;
    }
    return () -> callback.forgotten(last.isPresent());
  }

  /** Those who wait for more than the first so many entries are not told what became of it. */
  void leaveBeyond(long length) {
    waiting.stream()
        .filter(answer -> answer.index() > length)
        .forEach(answer -> answer.callback().unknown());
    waiting.removeIf(answer -> answer.index() > length);
  }

  /** The replica closes: clients can no longer be told. */
  void abandon() {
    leaveBeyond(-1);
  }
}

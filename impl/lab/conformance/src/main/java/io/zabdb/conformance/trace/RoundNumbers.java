package io.zabdb.conformance.trace;

import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ReadState;
import io.zabdb.trace.state.ServerState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the rounds of PING and PONG the numbers that the spec gives them. There each ClientRead of
 * a server raises the number by one, for ever; the core may begin anew with each start. A round of
 * the core is named by its leader, the leader's start and the number. Not thread-safe.
 */
final class RoundNumbers {

  /** No round has this number: what refers to an unknown round must not fit. */
  private static final long UNKNOWN = -1;

  private record Round(String leader, int incarnation, long number) {}

  private final Periods periods;
  private final Map<Round, Long> numbers = new HashMap<>();
  private final Map<String, Long> begun = new HashMap<>();
  private final Map<String, Integer> incarnations = new HashMap<>();

  RoundNumbers(Periods periods) {
    this.periods = periods;
  }

  List<RecordedEvent> renumber(List<RecordedEvent> events) {
    List<RecordedEvent> renumbered = new ArrayList<>();
    for (RecordedEvent event : events) {
      if (event.is("Restart")) {
        incarnations.merge(event.node(), 1, Integer::sum);
      } else if (event.is("ClientRead")) {
        Round round = round(event.node(), event.state().led().reads().round());
        numbers.put(round, begun.merge(event.node(), 1L, Long::sum));
      }
      renumbered.add(event.with(message(event), state(event)));
    }
    return renumbered;
  }

  private Round round(String leader, long number) {
    return new Round(leader, incarnations.getOrDefault(leader, 0), number);
  }

  private MessageState message(RecordedEvent event) {
    MessageState message = event.message();
    if (message == null || message.round() == 0) {
      return message;
    }
    Reign reign = periods.reignOf(event.connection());
    Round round =
        reign == null ? null : new Round(reign.leader, reign.incarnation, message.round());
    return message.withRound(numbers.getOrDefault(round, UNKNOWN));
  }

  private ServerState state(RecordedEvent event) {
    ReadState reads = event.state().led().reads();
    if (!reads.active()) {
      return event.state();
    }
    long number = numbers.getOrDefault(round(event.node(), reads.round()), UNKNOWN);
    return event.state().withReads(reads.withRound(number));
  }
}

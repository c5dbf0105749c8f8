package io.zabdb.testkit.history.format;

import java.util.List;

/**
 * Jepsen runs one test on many keys by putting the key into the value: {@code [key value]}. The
 * files do not say that they do so; it shows in the reads, which otherwise are invoked without a
 * value.
 */
final class IndependentKeys {

  private IndependentKeys() {}

  /** Whether all invocations have the form of a key and a value. */
  static boolean areUsed(List<Event> events) {
    List<Event> invocations = events.stream().filter(Event::isInvocation).toList();
    return !invocations.isEmpty()
        && invocations.stream().allMatch(event -> event.key() == null && isTuple(event));
  }

  /** Takes key and value apart; a completion without a result may have some other value. */
  static Event split(Event event) {
    return isPair(event.value())
        ? event.withKeyAndValue(((List<?>) event.value()).get(0), ((List<?>) event.value()).get(1))
        : event;
  }

  private static boolean isTuple(Event event) {
    // The value of a cas is a pair even without a key.
    return isPair(event.value())
        && (!event.function().equals("cas") || isPair(((List<?>) event.value()).get(1)));
  }

  private static boolean isPair(Object value) {
    return value instanceof List<?> list && list.size() == 2;
  }
}

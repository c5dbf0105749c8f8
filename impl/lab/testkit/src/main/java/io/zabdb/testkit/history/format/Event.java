package io.zabdb.testkit.history.format;

/**
 * One line of a history file.
 *
 * @param line from 1
 * @param type invoke, ok, fail or info
 * @param key null if the event has none
 * @param time of the event, or 0 to say only that it comes after the one before it
 */
record Event(
    int line, Object process, String type, String function, Object key, Object value, long time) {

  boolean isInvocation() {
    return type.equals("invoke");
  }

  Event withKeyAndValue(Object newKey, Object newValue) {
    return new Event(line, process, type, function, newKey, newValue, time);
  }
}

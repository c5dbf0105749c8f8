package io.zabdb.node.config;

/**
 * How the values of an option are written. Immutable.
 *
 * @param <T> what they are
 */
interface OptionType<T> {

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if it is malformed or out of range; the message may add to
   *     {@link #allowed}, or be null
   */
  T parse(String text);

  /** Writes a value so that {@link #parse} reads it. */
  String format(T value);

  /** Which values are allowed, to stand after "allowed is". */
  String allowed();
}

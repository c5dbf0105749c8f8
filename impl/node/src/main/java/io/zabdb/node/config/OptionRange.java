package io.zabdb.node.config;

/** A number between bounds, both included, possibly with a unit. */
final class OptionRange<T> implements OptionType<T> {

  /**
   * How numbers become values.
   *
   * @param <T> the values
   */
  interface BoundNotation<T> {

    /**
     * What a value that is written so amounts to.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    long read(String text);

    String write(long number);

    T value(long number);

    long number(T value);

    /** What is written, such as "a number". */
    String name();
  }

  private final BoundNotation<T> notation;
  private final long least;
  private final long most;

  OptionRange(BoundNotation<T> notation, long least, long most) {
    this.notation = notation;
    this.least = least;
    this.most = most;
  }

  @Override
  public T parse(String text) {
    long number = notation.read(text);
    if (number < least || number > most) {
      throw new IllegalArgumentException();
    }
    return notation.value(number);
  }

  @Override
  public String format(T value) {
    return notation.write(notation.number(value));
  }

  @Override
  public String allowed() {
    return notation.name() + " from " + notation.write(least) + " to " + notation.write(most);
  }
}

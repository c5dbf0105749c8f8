package io.zabdb.testkit.linearizability;

/**
 * The state of a register.
 *
 * @param value null before the first write and after a delete
 */
public record Register(Object value) {

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}

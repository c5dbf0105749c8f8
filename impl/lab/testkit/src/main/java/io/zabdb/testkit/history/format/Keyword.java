package io.zabdb.testkit.history.format;

/**
 * An EDN keyword.
 *
 * @param name without the colon
 */
record Keyword(String name) {

  @Override
  public String toString() {
    return ":" + name;
  }
}

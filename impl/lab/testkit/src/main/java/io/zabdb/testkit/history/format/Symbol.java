package io.zabdb.testkit.history.format;

/** An EDN symbol. */
record Symbol(String name) {

  @Override
  public String toString() {
    return name;
  }
}

package io.zabdb.faults.preload;

/** Kinds of calls on files; the numbers are those of {@code faults.c}. */
public enum Operation {
  READ(1),
  /** Also where room is asked for ahead of a write. */
  WRITE(2),
  SYNC(4);

  private final int bit;

  Operation(int bit) {
    this.bit = bit;
  }

  int bit() {
    return bit;
  }
}

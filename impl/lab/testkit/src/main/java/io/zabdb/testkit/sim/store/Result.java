package io.zabdb.testkit.sim.store;

/**
 * The answer to a command.
 *
 * @param done whether it did what it was to do; false only for a CAS that found something else
 * @param value what a GET found; 0: nothing
 */
public record Result(boolean done, long value) {

  public static final Result DONE = new Result(true, 0);
  public static final Result NOT_DONE = new Result(false, 0);
}

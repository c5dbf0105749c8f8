package io.zabdb.faults.torture.strike;

/** Something that befalls a cluster, and is undone afterwards. */
public interface Strike {

  /** What befalls it: a few words, for the table. */
  String name();

  /**
   * Lets it befall a cluster that serves. Returns once it is seen to have taken effect; a strike
   * that cannot be seen to do so has failed.
   *
   * @throws AssertionError if it takes no effect
   */
  Blow begin(Victim victim) throws Exception;
}

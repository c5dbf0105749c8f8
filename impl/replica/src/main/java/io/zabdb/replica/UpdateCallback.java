package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.storage.command.Result;

/**
 * Hears what became of an update. One method is called, once, by any thread, and must return at
 * once.
 */
public interface UpdateCallback {

  /** It is committed and applied, among the first {@code index} entries. */
  void answered(Result result, long index);

  /**
   * It is committed and applied, but what came of it is forgotten.
   *
   * @param isSessionKnown whether the session has gone on since, so that it was run; if not, the
   *     session itself is forgotten, and nobody knows whether it was run
   */
  void forgotten(boolean isSessionKnown);

  /**
   * It is committed, and was refused when it was applied, as nothing that leaves a record; why is
   * forgotten. It has not happened, and its entry never will.
   */
  void refusedWhenApplied();

  /**
   * It has not happened and never will.
   *
   * @param leader the member that seems to lead, or -1
   */
  void refused(Refusal refusal, int leader);

  /**
   * The group's state does not admit it, behind what its log holds: it has not happened and never
   * will. Of an update, the partition may be another group's.
   *
   * @param why for people
   */
  void notAdmitted(String why);

  /**
   * The rows of an update are in several partitions of the group, which may have been one: it has
   * not happened and never will.
   *
   * @param why for people
   */
  void apart(String why);

  /** This replica leads no longer: whether it happens is not known. */
  void unknown();

  /** Whether its answer is no longer wanted: then it is not begun. */
  boolean isAbandoned();

  /** Its answer was no longer wanted before it was begun: it has not happened and never will. */
  void abandoned();

  /** The disk has no room: it has not happened and never will. */
  void diskFull();
}

package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.storage.command.Result;
import java.util.function.BiConsumer;

/** What became of a command of the group's own, in a word. */
final class CommandOutcome implements UpdateCallback {

  /** How it ended. */
  enum CommandEnd {
    /** It took effect. */
    DONE,
    /** The group's state does not admit it. */
    REFUSED,
    /** It was not logged, but may be later. */
    LATER,
    /** This replica does not lead; whether it takes effect is not known. */
    LOST
  }

  private final BiConsumer<CommandEnd, String> ended;

  /**
   * @param ended is told, and why, by any thread
   */
  CommandOutcome(BiConsumer<CommandEnd, String> ended) {
    this.ended = ended;
  }

  @Override
  public void answered(Result result, long index) {
    if (result instanceof Result.Refused refused) {
      ended.accept(CommandEnd.REFUSED, refused.message());
    } else {
      ended.accept(CommandEnd.DONE, "");
    }
  }

  @Override
  public void forgotten(boolean isSessionKnown) {
    unknown();
  }

  @Override
  public void refusedWhenApplied() {
    ended.accept(CommandEnd.REFUSED, "the group's state did not admit it");
  }

  @Override
  public void refused(Refusal refusal, int leader) {
    boolean isLost = refusal == Refusal.NOT_LEADER;
    ended.accept(isLost ? CommandEnd.LOST : CommandEnd.LATER, "it was refused as " + refusal);
  }

  @Override
  public void notAdmitted(String why) {
    ended.accept(CommandEnd.REFUSED, why);
  }

  @Override
  public void apart(String why) {
    ended.accept(CommandEnd.REFUSED, why);
  }

  @Override
  public void unknown() {
    ended.accept(CommandEnd.LOST, "the replica leads no longer");
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }

  @Override
  public void abandoned() {
    ended.accept(CommandEnd.LATER, "it was not begun");
  }

  @Override
  public void diskFull() {
    ended.accept(CommandEnd.LATER, "the disk has no room");
  }
}

package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.storage.command.Result;
import java.util.function.Consumer;

/** Hears what became of a command of the group's own, ahead of who asked for it. */
final class ProposedCommand implements UpdateCallback {

  private final UpdateCallback asker;
  private final Consumer<Boolean> ended;

  /**
   * @param ended is told whether it was done, when it is known
   */
  ProposedCommand(UpdateCallback asker, Consumer<Boolean> ended) {
    this.asker = asker;
    this.ended = ended;
  }

  @Override
  public void answered(Result result, long index) {
    ended.accept(!(result instanceof Result.Refused));
    asker.answered(result, index);
  }

  @Override
  public void forgotten(boolean isSessionKnown) {
    ended.accept(true);
    asker.forgotten(isSessionKnown);
  }

  @Override
  public void refusedWhenApplied() {
    ended.accept(true);
    asker.refusedWhenApplied();
  }

  @Override
  public void refused(Refusal refusal, int leader) {
    ended.accept(false);
    asker.refused(refusal, leader);
  }

  @Override
  public void notAdmitted(String why) {
    ended.accept(false);
    asker.notAdmitted(why);
  }

  @Override
  public void apart(String why) {
    ended.accept(false);
    asker.apart(why);
  }

  @Override
  public void unknown() {
    ended.accept(false);
    asker.unknown();
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }

  @Override
  public void abandoned() {
    ended.accept(false);
    asker.abandoned();
  }

  @Override
  public void diskFull() {
    ended.accept(false);
    asker.diskFull();
  }
}

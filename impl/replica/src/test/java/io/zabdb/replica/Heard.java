package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.storage.command.Result;
import java.util.concurrent.CompletableFuture;

/** A callback that has heard of a result, or a word that says why there is none. */
final class Heard extends CompletableFuture<Object> implements UpdateCallback {
  @Override
  public void answered(Result result, long index) {
    complete(result);
  }

  @Override
  public void refusedWhenApplied() {
    complete("refused when applied");
  }

  @Override
  public void forgotten(boolean isSessionKnown) {
    complete("forgotten");
  }

  @Override
  public void refused(Refusal refusal, int leader) {
    complete(refusal);
  }

  @Override
  public void notAdmitted(String why) {
    complete(why);
  }

  @Override
  public void apart(String why) {
    complete("apart");
  }

  @Override
  public void unknown() {
    complete("unknown");
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }

  @Override
  public void abandoned() {
    complete("abandoned");
  }

  @Override
  public void diskFull() {
    complete("disk full");
  }
}

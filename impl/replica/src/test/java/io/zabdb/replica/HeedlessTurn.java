package io.zabdb.replica;

import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;

/** Does nothing of what the core asks for. */
final class HeedlessTurn implements Turns.Turn {

  @Override
  public void carryOut(Output output) {}

  @Override
  public void end() {}

  @Override
  public void taking(Input input) {}

  @Override
  public boolean drops(Input input) {
    return false;
  }

  @Override
  public void listen(boolean more) {}
}

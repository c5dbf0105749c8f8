package io.zabdb.core.step;

/** Takes the outputs of a step, in order. Called by the thread that runs the step. */
@FunctionalInterface
public interface Outputs {

  void add(Output output);
}

package io.zabdb.replica;

import io.zabdb.core.step.Output;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Passes each kind of output to the part that carries it out: the one place, and complete, since it
 * begins with a look at all kinds that the core has. By the loop.
 */
final class OutputDispatch {

  /** Carries out outputs of a kind. */
  interface Duty<T extends Output> {

    void carryOut(T output) throws IOException;
  }

  private final Map<Class<? extends Output>, Duty<Output>> duties = new HashMap<>();

  /** Gives outputs of a kind to somebody. */
  <T extends Output> OutputDispatch on(Class<T> kind, Duty<T> duty) {
    if (duties.put(kind, output -> duty.carryOut(kind.cast(output))) != null) {
      throw new IllegalStateException(kind.getSimpleName() + " would be carried out twice");
    }
    return this;
  }

  /**
   * Nothing is missing.
   *
   * @throws IllegalStateException if there is a kind that no part carries out
   */
  OutputDispatch complete() {
    Set<Class<?>> missing = new HashSet<>(Arrays.asList(Output.class.getPermittedSubclasses()));
    missing.removeAll(duties.keySet());
    if (!missing.isEmpty()) {
      throw new IllegalStateException("nobody carries out " + missing);
    }
    return this;
  }

  void carryOut(Output output) throws IOException {
    duties.get(output.getClass()).carryOut(output);
  }
}

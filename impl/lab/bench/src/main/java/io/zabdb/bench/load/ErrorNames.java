package io.zabdb.bench.load;

import io.zabdb.model.error.ZabException;
import java.util.concurrent.CompletionException;

/** What errors are called in reports. */
public final class ErrorNames {

  private ErrorNames() {}

  /** The code of an error of the store; else the name of its class. */
  public static String of(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof ZabException known
        ? known.code().name()
        : cause.getClass().getSimpleName();
  }

  /** What futures that depend on each other have wrapped, each once more. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}

package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ErrorNamesTest {

  @Test
  void namesTheCause() {
    ZabException known = ZabException.of(ErrorCode.NO_QUORUM, "none");
    assertEquals("NO_QUORUM", ErrorNames.of(known));
    assertEquals(
        "NO_QUORUM", ErrorNames.of(new CompletionException(new CompletionException(known))));
    assertEquals("IllegalStateException", ErrorNames.of(new IllegalStateException("x")));
    assertEquals("CompletionException", ErrorNames.of(new CompletionException("alone", null)));
  }
}

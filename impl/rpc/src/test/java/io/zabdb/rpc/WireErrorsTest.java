package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.rpc.wire.Error;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Errors have the same names and numbers in the program and on the wire. */
class WireErrorsTest {

  @Test
  void namesAndNumbersAreThoseOfTheWire() {
    Map<Integer, String> wire = new TreeMap<>();
    for (var code : io.zabdb.rpc.wire.ErrorCode.getDescriptor().getValues()) {
      wire.put(code.getNumber(), code.getName());
    }
    wire.remove(0);
    Map<Integer, String> own = new TreeMap<>();
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() > 0) {
        own.put(code.number(), code.name());
      }
    }
    assertEquals(wire, own);
  }

  @Test
  void errorsAreReadBack() {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() > 0) {
        Error error = WireErrors.response(code, "why", code.mayHaveHappened()).getError();
        assertEquals(code, WireErrors.code(error));
        assertEquals(code.mayHaveHappened(), error.getMayHaveHappened());
        assertEquals("why", error.getMessage());
      }
    }
  }

  @Test
  void whatThisVersionDoesNotKnowIsAFailureOfTheNode() {
    for (int number : new int[] {-1, 0, 13, 1_000}) {
      assertEquals(
          ErrorCode.INTERNAL, WireErrors.code(Error.newBuilder().setCodeValue(number).build()));
    }
  }

  @Test
  void noNodeSaysOfARefusalThatItMayHaveHappened() {
    Arrays.stream(ErrorCode.values())
        .filter(code -> !code.mayHaveHappened())
        .forEach(
            code ->
                assertThrows(
                    IllegalArgumentException.class, () -> WireErrors.error(code, "why", true)));
  }

  @Test
  void noNodeAnswersWhatOnlyClientsAndStoresKnow() {
    for (ErrorCode code : new ErrorCode[] {ErrorCode.UNREACHABLE, ErrorCode.CLOSED, ErrorCode.IO}) {
      assertThrows(IllegalArgumentException.class, () -> WireErrors.error(code, "why", false));
    }
  }
}

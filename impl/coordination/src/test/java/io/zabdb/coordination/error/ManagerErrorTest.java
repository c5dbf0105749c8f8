package io.zabdb.coordination.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the configuration manager refuses is an error of the product like all others. */
class ManagerErrorTest {

  private static ZabException failure(ManagerError error) {
    return new CoordinationException(error, "znode /x");
  }

  @Test
  void usersSeeACodeOfTheTable() {
    Map<ErrorCode, Set<ManagerError>> seen = new EnumMap<>(ErrorCode.class);
    for (ManagerError error : ManagerError.values()) {
      seen.computeIfAbsent(failure(error).code(), code -> EnumSet.noneOf(ManagerError.class))
          .add(error);
    }
    assertEquals(
        Map.of(
            ErrorCode.NOT_FOUND,
            EnumSet.of(ManagerError.NO_SUCH_CLUSTER, ManagerError.NO_SUCH_GROUP),
            ErrorCode.INVALID_ARGUMENT,
            EnumSet.of(
                ManagerError.INVALID_ARGUMENT,
                ManagerError.SEVERAL_CLUSTERS,
                ManagerError.OTHER_DEFINITION,
                ManagerError.GROUP_IN_USE,
                ManagerError.RING_CHANGED,
                ManagerError.NODE_TAKEN),
            ErrorCode.OVERLOADED,
            EnumSet.of(ManagerError.OVERLOADED),
            ErrorCode.CLOSED,
            EnumSet.of(ManagerError.CLOSED),
            ErrorCode.UNREACHABLE,
            EnumSet.of(
                ManagerError.UNAVAILABLE,
                ManagerError.TOO_LARGE,
                ManagerError.MALFORMED,
                ManagerError.REFUSED),
            ErrorCode.UNAVAILABLE,
            EnumSet.of(ManagerError.DIRECTORY_IN_USE, ManagerError.SERVER_FAILED)),
        seen);
  }

  @Test
  void aChangeMayHaveBeenMadeOnlyIfNobodyAnswered() {
    Set<ManagerError> unsure = EnumSet.noneOf(ManagerError.class);
    for (ManagerError error : ManagerError.values()) {
      if (failure(error).mayHaveHappened()) {
        unsure.add(error);
      }
    }
    assertEquals(EnumSet.of(ManagerError.UNAVAILABLE, ManagerError.CLOSED), unsure);
  }

  @Test
  void theMessageIsTheProblemAlone() {
    assertEquals("znode /x", failure(ManagerError.MALFORMED).getMessage());
  }
}

package io.zabdb.environment.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A replica is told of the members whose nodes are heard. */
class HeardMembersTest {

  private final List<Long> told = new ArrayList<>();
  private final HeardMembers members =
      new HeardMembers(told::add, member -> member < 3 ? 10 + member : -1);

  @Test
  void onlyChangesAreTold() {
    members.look(Map.of());
    members.look(Map.of(11, 1L));
    members.look(Map.of(11, 1L));
    members.look(Map.of(11, 1L, 12, 1L));
    members.look(Map.of(12, 1L));
    assertEquals(List.of(0b010L, 0b110L, 0b100L), told);
  }

  @Test
  void nodesOfOtherGroupsAreNothingToIt() {
    members.look(Map.of(-1, 1L, 1, 1L, 13, 1L));
    assertEquals(List.of(), told);
  }

  /** Rest, mutant AnyStart: whoever relied on its words must hear of it. */
  @Test
  void aNodeThatHasStartedAgainIsLeftOutOnce() {
    members.look(Map.of(11, 1L, 12, 1L));
    members.look(Map.of(11, 2L, 12, 1L));
    assertEquals(List.of(0b110L, 0b100L, 0b110L), told);
    members.look(Map.of(11, 2L, 12, 1L));
    assertEquals(3, told.size());
  }

  @Test
  void aNodeThatWasSilentMeanwhileWasLeftOutAlready() {
    members.look(Map.of(11, 1L));
    members.look(Map.of());
    members.look(Map.of(11, 2L));
    assertEquals(List.of(0b010L, 0L, 0b010L), told);
  }
}

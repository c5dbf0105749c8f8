package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberRulesTest {

  private static Set<Integer> nodes(String words) {
    return words == null
        ? Set.of()
        : Arrays.stream(words.split(" ")).map(Integer::valueOf).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    // voters, add, remove, --leave-one, what is wrong
    "0 1 2, 3,   ,  false, ''",
    "0 1 2,  , 1,   false, ''",
    "0 1 2, 3, 1,   false, ''",
    "0,     1,  ,   false, ''",
    "0,     1, 0,   false, ''",
    "0 2,   3, 1,   false, ''",
    "0 1 2, 2, 1,   false, 'node 2 is a member of group 7 already and cannot take the place of node"
        + " 1: take a new id'",
    "0 1 2, 2, 9,   false, ''",
    "3 4,    , 3,   false, 'group 7 has members [3, 4]: without node 3 the data would be at node 4"
        + " alone, and gone with it; --leave-one does it all the same'",
    "3 4,    , 3,   true,  ''",
    "3 4,   5, 3,   false, ''",
    "4,      , 4,   true,  'without node 4 group 7 would have no members: it needs one'",
    "4,      , 5,   false, ''",
    "3 4,    , 3 4, true,  'without node 3 and node 4 group 7 would have no members: it needs"
        + " one'"
  })
  void whatNobodyCanHaveMeantIsRefused(
      String voters, String add, String remove, boolean leavesOne, String problem) {
    MemberRules rules = new MemberRules(nodes(add), nodes(remove), leavesOne, false);
    assertEquals(problem, rules.problem(7, nodes(voters), Map.of()).orElse(""));
  }

  /** Nodes 0 and 1 are in zone a, 2 in b, 3 in c; 4 is in b and 5 does not say it. */
  @ParameterizedTest
  @CsvSource({
    // voters, add, remove, --leave-zone, what is wrong
    "0 1 2,  , 2,   false, 'without node 2 all members of group 7 would be in zone a, and none in b:"
        + " with that zone the data would be gone; --leave-zone does it all the same'",
    "0 1 2,  , 2,   true,  ''",
    "0 1 2, 4, 2,   false, ''",
    "0 1 2, 3, 2,   false, ''",
    "0 1 2, 5, 2,   false, ''",
    "0 1 2,  , 1,   false, ''",
    "0 1,    , 1,   false, 'group 7 has members [0, 1]: without node 1 the data would be at node 0"
        + " alone, and gone with it; --leave-one does it all the same'",
    "0 1 5,  , 5,   false, ''",
    "2 3 4,  , 3,   false, 'without node 3 all members of group 7 would be in zone b, and none in c:"
        + " with that zone the data would be gone; --leave-zone does it all the same'"
  })
  void theLastZoneButOneIsNotLeftUnlessThatIsSaid(
      String voters, String add, String remove, boolean leavesZone, String problem) {
    MemberRules rules = new MemberRules(nodes(add), nodes(remove), false, leavesZone);
    Map<Integer, String> zones = Map.of(0, "a", 1, "a", 2, "b", 3, "c", 4, "b");
    assertEquals(problem, rules.problem(7, nodes(voters), zones).orElse(""));
  }
}

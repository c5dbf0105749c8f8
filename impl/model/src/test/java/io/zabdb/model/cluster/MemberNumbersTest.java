package io.zabdb.model.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemberNumbersTest {

  @Test
  void foundersComeFirstInTheirOrder() {
    MemberNumbers numbers = new MemberNumbers(List.of(5, 1, 3));
    assertEquals(List.of(5, 1, 3, 0, 2, 4, 6, 7), nodes(numbers, 8));
  }

  @Test
  void whereTheFirstNodesFoundedAMemberHasTheNumberOfItsNode() {
    assertEquals(List.of(0, 1, 2, 3, 4, 5), nodes(new MemberNumbers(List.of(0, 1, 2)), 6));
  }

  @Test
  void eachNodeHasANumberOfItsOwn() {
    for (List<Integer> founders :
        List.of(List.of(0), List.of(62), List.of(7, 9, 4), List.of(2, 1))) {
      MemberNumbers numbers = new MemberNumbers(founders);
      for (int member = 0; member < 70; member++) {
        assertEquals(member, numbers.memberOf(numbers.nodeOf(member)), founders + " " + member);
      }
    }
  }

  private static List<Integer> nodes(MemberNumbers numbers, int members) {
    return IntStream.range(0, members).map(numbers::nodeOf).boxed().toList();
  }
}

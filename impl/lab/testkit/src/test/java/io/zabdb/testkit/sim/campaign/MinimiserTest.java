package io.zabdb.testkit.sim.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MinimiserTest {

  private static List<Fault> schedule(int length) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      faults.add(new Fault(i, FaultKind.KILL, i, 0, 0, 1, 1));
    }
    return faults;
  }

  private static List<Integer> minimise(int length, Predicate<Set<Integer>> fails) {
    Minimiser<Fault> minimiser = new Minimiser<Fault>(faults -> fails.test(numbers(faults)), 1000);
    return minimiser.minimise(schedule(length)).stream().map(Fault::number).toList();
  }

  private static Set<Integer> numbers(List<Fault> faults) {
    return faults.stream().map(Fault::number).collect(Collectors.toSet());
  }

  @Test
  void onlyTheFaultsThatAreNeededStay() {
    assertEquals(List.of(3, 17, 40), minimise(50, faults -> faults.containsAll(Set.of(3, 17, 40))));
  }

  @Test
  void aFailureWithoutAnyFaultNeedsNone() {
    assertEquals(List.of(), minimise(50, faults -> true));
  }

  @Test
  void aFailureThatNeedsAllKeepsAll() {
    assertEquals(4, minimise(4, faults -> faults.size() == 4).size());
  }
}

package io.zabdb.faults.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.faults.torture.strike.Strike;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which strikes there are on which machine. */
class StrikesTest {

  private static final Means NONE = new Means(false, false);

  private static List<String> names(List<Strike> strikes) {
    return strikes.stream().map(Strike::name).toList();
  }

  @Test
  void whatIsNotPossibleIsNamed() {
    Set<String> names = new HashSet<>(Strikes.impossible(NONE).keySet());
    names.addAll(names(Strikes.possible(NONE)));
    assertEquals(new HashSet<>(names(Strikes.possible(Means.ALL))), names);
    assertEquals(Map.of(), Strikes.impossible(Means.ALL));
  }
}

package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.storage.rocks.NamedTrees.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedTreesTest {

  private final NamedTrees<String> trees = new NamedTrees<>();

  private void come(String name) {
    trees.put(name, "tree " + name);
    trees.show();
  }

  /** What is seen in the one names the others. */
  @Test
  void aMomentHasTheTreesOfThatMoment() {
    come("a");
    List<String> made = new ArrayList<>();
    List<String> inVain = new ArrayList<>();
    Moment<String, String> moment =
        trees.moment(
            () -> {
              if (made.isEmpty()) {
                come("b");
              }
              made.add("snapshot " + made.size());
              return made.get(made.size() - 1);
            },
            inVain::add);
    assertEquals("snapshot 1", moment.made());
    assertEquals(Map.of("a", "tree a", "b", "tree b"), moment.trees());
    assertEquals(List.of("snapshot 0"), inVain);
  }

  @Test
  void aChangeIsShownWhenItIsWhole() {
    come("a");
    Map<String, String> before = trees.moment(() -> "", made -> {}).trees();
    trees.remove("a");
    trees.put("a", "another");
    assertEquals(before, trees.moment(() -> "", made -> {}).trees());
    assertEquals(Map.of("a", "another"), trees.present());
    trees.show();
    assertEquals(Map.of("a", "another"), trees.moment(() -> "", made -> {}).trees());
    assertEquals(Map.of("a", "tree a"), before);
  }
}
